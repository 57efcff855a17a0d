/** An address that, where it is too long for its line, breaks before the at sign. */
export function EmailAddress({ value }: { value: string }) {
  const at = value.lastIndexOf("@");
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  );
}
