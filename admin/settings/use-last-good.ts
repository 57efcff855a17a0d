import { useState } from "react";

/** The latest value that there was, while there is none. */
export function useLastGood<Value>(value: Value | undefined): Value | undefined {
  const [good, setGood] = useState(value);
  if (value !== undefined && value !== good) setGood(value);
  return value ?? good;
}
