import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useProductChoices } from "../api/product-choices.ts";
import type { Product } from "../api/types.ts";
import { isolated } from "../components/format.ts";
import { errorWords } from "../components/notify.tsx";

export type ChosenProduct = Pick<Product, "id" | "sku" | "name" | "price" | "currency">;

interface ProductSelectProps {
  label?: string;
  /** IDs of products that are already chosen and not offered again. */
  chosen: number[];
  /** The same by their SKUs. */
  chosenSkus?: string[];
  /** Said when every product is chosen. */
  noneLeft?: string;
  onChoose: (product: ChosenProduct) => void;
  required?: boolean;
  error?: string | null | undefined;
}

/** Picks products one by one. The server searches by SKU or name. */
export function ProductSelect({
  label = "Add a product",
  chosen,
  chosenSkus = [],
  noneLeft = "All products are in this order",
  onChoose,
  required = false,
  error,
}: ProductSelectProps) {
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text.trim(), 200);
  const { data, error: failure, isFetching } = useProductChoices(q);
  const found = data?.products ?? [];
  const offered = found.filter(({ id, sku }) => !chosen.includes(id) && !chosenSkus.includes(sku));
  const counts = { shown: found.length, total: data?.total ?? 0, chosen: chosen.length + chosenSkus.length };
  const choose = (value: string | null) => {
    const product = offered.find(({ id }) => String(id) === value);
    if (product) onChoose(product);
    setText("");
  };
  return (
    <Select
      label={label}
      placeholder="Part of a SKU or name"
      searchable
      searchValue={text}
      onSearchChange={setText}
      data={offered.map(({ id, sku, name }) => ({ value: String(id), label: `${isolated(name)} (${isolated(sku)})` }))}
      // The server has searched already.
      filter={({ options }) => options}
      value={null}
      onChange={choose}
      nothingFoundMessage={isFetching ? "Searching…" : data && nothingWords(q, counts, noneLeft)}
      error={failure ? errorWords(failure) : error}
      required={required}
    />
  );
}

/** Shown when there is nothing to offer. */
function nothingWords(
  q: string,
  { shown, total, chosen }: { shown: number; total: number; chosen: number },
  noneLeft: string,
): string {
  if (q !== "") return shown < total ? "Keep typing to find more" : "No matching products";
  if (total === 0) return "No products yet. Create one first.";
  return total <= chosen ? noneLeft : "Type to find more";
}
