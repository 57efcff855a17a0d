import { Alert, Anchor, Box, Button, Group, NumberInput, Select, Stack, Switch, Text, TextInput } from "@mantine/core";
import type { CSSProperties } from "react";
import { changeProduct, useProductAction } from "../api/products.ts";
import { ApiProblem } from "../api/request.ts";
import { useRights } from "../api/session.ts";
import type { Product } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { quoted } from "../components/format.ts";
import { showDone } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { useServerForm } from "../components/use-server-form.ts";

type Stamp = NonNullable<Product["stamp"]>;

const positions: { value: Stamp["position"]; label: string }[] = [
  { value: "bottom_left", label: "Bottom left" },
  { value: "bottom_center", label: "Bottom center" },
  { value: "bottom_right", label: "Bottom right" },
  { value: "top_left", label: "Top left" },
  { value: "top_center", label: "Top center" },
  { value: "top_right", label: "Top right" },
];

type Problem = Product["unstampable_files"][number]["problem"];

/** Why a file cannot be stamped; a sentence goes on with it after its name. */
const stampProblemWords: Record<Problem, string> = {
  encrypted: "needs a password, or its rights are protected",
  signed: "is signed, and a stamp would break the signature",
  broken: "is broken, or is not what its name says",
  too_large: "takes too much memory or time to stamp",
};

const usual: Stamp = { text: "{{name}} · {{order}}", position: "bottom_center", size: 9 };

interface Draft extends Omit<Stamp, "size"> {
  isOn: boolean;
  /** Points; empty while it is typed. */
  size: number | string;
}

const fields = ["stamp.text", "stamp.position", "stamp.size"];

/** The line with the customer's name that the product's PDF and EPUB files carry. */
export function ProductStamp({ product: { id, stamp, files, unstampable_files } }: { product: Product }) {
  const { canChange } = useRights();
  const saving = useProductAction(({ isOn, text, position, size }: Draft) =>
    changeProduct(id, { stamp: isOn ? { text, position, size: Number(size) } : null }),
  );
  const { form, element } = useServerForm<Draft>(
    {
      initialValues: { isOn: stamp !== null, ...(stamp ?? usual) },
      validate: { size: (size, { isOn }) => (isOn && size === "" ? "Enter a number." : null) },
    },
    { refusal: saving.error, messages: atFields },
  );
  const save = (draft: Draft) =>
    saving.mutate(draft, {
      onSuccess() {
        form.resetDirty(draft);
        showDone("Saved.");
      },
    });
  const { isOn, text, position, size } = form.values;
  return (
    <Section title="Stamp">
      <form {...element(save)}>
        <Stack>
          <Text size="sm" c="dimmed" maw={640}>
            Each customer gets PDF and EPUB files of their own, with a line that names them: on every page of a PDF, on
            an extra page of an EPUB. Other files go out as they are.{" "}
            <Anchor href="/docs/store/stamps" target="_blank" rel="noreferrer" size="sm" underline="always">
              What is stamped
            </Anchor>
          </Text>
          {unstampable_files.map(({ file_id, problem }) => (
            <Alert key={file_id} color="orange" role="status">
              {`${quoted(files.find((file) => file.id === file_id)?.filename ?? `${file_id}`)} ${stampProblemWords[problem]}. Customers do not get it until you replace it.`}
            </Alert>
          ))}
          <Switch label="Stamp files" disabled={!canChange} {...form.getInputProps("isOn", { type: "checkbox" })} />
          {isOn && (
            <>
              <TextInput
                label="Line"
                description="{{name}}, {{order}} and {{email}} become the customer's name, the order's number and the customer's address."
                readOnly={!canChange}
                maxLength={200}
                {...form.getInputProps("text")}
              />
              <Group grow align="start">
                <Select
                  label="Place"
                  data={positions}
                  readOnly={!canChange}
                  allowDeselect={false}
                  {...form.getInputProps("position")}
                />
                <NumberInput
                  label="Size in points"
                  min={5}
                  max={24}
                  allowDecimal={false}
                  clampBehavior="strict"
                  readOnly={!canChange}
                  {...form.getInputProps("size")}
                />
              </Group>
              <PreviewPage text={text} position={position} size={Number(size)} />
            </>
          )}
          <FormProblem error={saving.error} fields={fields} />
          {canChange && (
            <Group>
              <Button type="submit" variant="default" loading={saving.isPending} disabled={!form.isDirty()}>
                Change stamp
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Section>
  );
}

/** v3 names the fields `stamp.text`, and so on. */
const atFields = (refusal: Error): Record<string, string> => {
  const errors = refusal instanceof ApiProblem ? Object.entries(refusal.byField) : [];
  return Object.fromEntries(errors.map(([field, message]) => [field.replace("stamp.", ""), message]));
};

/** Points of a page of A5. */
const [pageWidth, pageHeight] = [420, 595];

/** A page with the line of an invented customer, as wide as there is room, in the measures of a PDF (engine/pdf.ts). */
function PreviewPage({ text, position, size }: Stamp) {
  const [row, column] = position.split("_") as ["top" | "bottom", "left" | "center" | "right"];
  const points = (count: number) => `${(count / pageWidth) * 100}cqw`;
  const page: CSSProperties = {
    containerType: "inline-size",
    position: "relative",
    width: "100%",
    maxWidth: 240,
    aspectRatio: `${pageWidth} / ${pageHeight}`,
    background: "#fff",
    border: "1px solid var(--mantine-color-default-border)",
    overflow: "hidden",
  };
  const line: CSSProperties = {
    position: "absolute",
    left: points(24),
    right: points(24),
    [row]: points(14),
    color: "#333",
    fontSize: points(size),
    lineHeight: 1.1,
    textAlign: column,
    whiteSpace: "nowrap",
    overflow: "hidden",
    textOverflow: "ellipsis",
  };
  return (
    <Box style={page} role="img" aria-label="A page with the stamp">
      <span style={line}>{sampleOf(text)}</span>
    </Box>
  );
}

const sample: Record<string, string> = { name: "Ada Lovelace", order: "10000001", email: "ada@example.com" };

const sampleOf = (text: string) => text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name) => sample[name] ?? whole);
