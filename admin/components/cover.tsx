import { Center, Image } from "@mantine/core";
import { PackageIcon } from "@primer/octicons-react";

interface CoverProps {
  url: string | null;
  /** The side in pixels. */
  size: number;
}

/** A product's cover beside its name; without one, the sign for products in its place. */
export function Cover({ url, size }: CoverProps) {
  const style = { flex: "none", borderRadius: size > 60 ? 10 : 6 };
  if (url === null)
    return (
      <Center w={size} h={size} bg="var(--mantine-color-default-hover)" c="dimmed" style={style} aria-hidden>
        <PackageIcon size={size > 60 ? 24 : 16} />
      </Center>
    );
  // Loaded from this page's host, which may differ from the URL's.
  const source = new URL(url, window.location.href).pathname;
  return (
    <Image
      src={source}
      alt=""
      width={size}
      height={size}
      w={size}
      h={size}
      fit="cover"
      bg="var(--mantine-color-default-hover)"
      loading="lazy"
      style={style}
    />
  );
}
