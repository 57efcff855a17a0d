/** The address of an account at another service, `http:` or `https:`; null if the text is none, or holds a name and password. */
export function readOldAddress(text: string): URL | null {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
  return url && url.username === "" && url.password === "" ? url : null;
}

/** What a wrong address is answered, after its name. */
export const wrongOldAddress =
  "must be the address of your account at the old service, such as https://ann.example.com, without key and token";
