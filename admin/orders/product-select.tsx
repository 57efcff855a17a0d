import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useProductChoices } from "../api/product-choices.ts";
import type { ProductName } from "../api/types.ts";
import { errorWords } from "../components/notify.tsx";

interface ProductSelectProps {
  /** Ids of products that are chosen already, which are not offered again. */
  chosen: number[];
  onChoose: (product: ProductName) => void;
  required?: boolean;
  error?: string | null | undefined;
}

/** Chooses one product after another, searched by SKU or name on the server's side. */
export function ProductSelect({ chosen, onChoose, required = false, error }: ProductSelectProps) {
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text.trim(), 200);
  const { data = [], error: failure, isFetching } = useProductChoices(q);
  const offered = data.filter(({ id }) => !chosen.includes(id));
  const choose = (value: string | null) => {
    const product = offered.find(({ id }) => String(id) === value);
    if (product) onChoose(product);
    setText("");
  };
  return (
    <Select
      label="Add a product"
      placeholder="The beginning of a SKU or a name"
      searchable
      searchValue={text}
      onSearchChange={setText}
      data={offered.map(({ id, sku, name }) => ({ value: String(id), label: `${name} (${sku})` }))}
      // The server has searched already.
      filter={({ options }) => options}
      value={null}
      onChange={choose}
      nothingFoundMessage={nothingWords({ isFetching, q, chosen: chosen.length > 0 })}
      error={failure ? errorWords(failure) : error}
      required={required}
    />
  );
}

function nothingWords({ isFetching, q, chosen }: { isFetching: boolean; q: string; chosen: boolean }): string {
  if (isFetching) return "Searching…";
  if (q !== "") return "No other product begins so";
  return chosen ? "Every product is in the order" : "There are no products yet: make one first";
}
