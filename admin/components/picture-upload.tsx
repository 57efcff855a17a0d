import { Alert, Button, FileButton, Group } from "@mantine/core";
import { useState } from "react";
import { errorWords } from "./notify.tsx";

/** The service's limit in bytes. */
const maxBytes = 524_288;
const types = "image/png,image/jpeg,image/webp";

interface PictureUploadProps {
  /** What the picture is, such as "logo". */
  name: string;
  /** There is one to replace. */
  exists: boolean;
  changing: { isPending: boolean; error: Error | null; reset: () => void };
  onChoose: (file: File) => void;
  onRemove: () => void;
}

/** Chooses, replaces and removes a picture. Shows why one was rejected. */
export function PictureUpload({ name, exists, changing, onChoose, onRemove }: PictureUploadProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const upload = (file: File | null) => {
    if (!file) return;
    changing.reset();
    setProblem(file.size > maxBytes ? "The file is larger than 512 KB. Choose a smaller image." : null);
    if (file.size <= maxBytes) onChoose(file);
  };
  const wrong = problem ?? (changing.error ? errorWords(changing.error) : null);
  return (
    <>
      {wrong && (
        <Alert color="red" role="alert">
          {wrong}
        </Alert>
      )}
      <Group gap="xs">
        <FileButton onChange={upload} accept={types}>
          {(props) => (
            <Button {...props} variant="default" loading={changing.isPending}>
              {exists ? `Replace ${name}` : "Choose image"}
            </Button>
          )}
        </FileButton>
        {exists && (
          <Button variant="subtle" color="red" onClick={onRemove}>
            Remove…
          </Button>
        )}
      </Group>
    </>
  );
}
