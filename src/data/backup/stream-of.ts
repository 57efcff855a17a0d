/** A stream that pulls one value at a time. */
export function streamOf(values: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await values.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void values.return(undefined),
  });
}
