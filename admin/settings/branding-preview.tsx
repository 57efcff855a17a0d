import { Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { Account } from "../api/types.ts";
import { usePreview } from "../api/wording.ts";
import { errorWords } from "../components/notify.tsx";
import { BrandColors } from "./brand-colors.tsx";
import type { BrandingValues } from "./branding-form.tsx";
import { CustomerPreview } from "./customer-preview.tsx";
import { useLastGood } from "./use-last-good.ts";

/** Milliseconds without a key after which the preview follows. */
const pause = 300;

/** An order's page and email in the name and the color that stand in the form. The logo is shown as it is saved. */
export function BrandingPreview({ account, values }: { account: Account; values: BrandingValues }) {
  const typed = values.brand_color?.toLowerCase() ?? "";
  // What is not a color yet is not shown.
  const color = useLastGood(/^(#[0-9a-f]{6})?$/.test(typed) ? typed : undefined) ?? "";
  const name = useLastGood(values.name.trim() || undefined) ?? account.name;
  const [shownName] = useDebouncedValue(name, pause);
  const [shownColor] = useDebouncedValue(color, pause);
  const store = { name: shownName, brand_color: shownColor || null };
  const { data, error } = usePreview({ store }, true, account.logo_url);
  const preview = useLastGood(data);
  const isOwn = preview !== undefined && shownColor !== "" && preview.colors.button === shownColor;
  // The uses of the color before stay until the next ones are there.
  const uses = useLastGood(isOwn ? preview.colors : undefined);
  return (
    <CustomerPreview preview={preview} first="page" problem={error ? errorWords(error) : null}>
      {shownColor !== "" && uses && <BrandColors given={uses.button} used={uses} />}
      {shownColor !== "" && !uses && !error && <Skeleton h={270} />}
    </CustomerPreview>
  );
}
