import type { Reader } from "../../platform/database/database.ts";

/** Those of the keys in the file store that belong to an account's logo. */
export async function accountsWithLogos(reader: Reader, keys: string[]): Promise<string[]> {
  const logos = reader.selectFrom("accounts").select("logo_storage_key as key").where("logo_storage_key", "in", keys);
  return (await logos.execute()).flatMap(({ key }) => key ?? []);
}
