/**
 * The values of an answer of JSON lines, as they come. Throws a TypeError where the connection breaks, as the body's
 * reader does.
 */
export async function* readLines<Value>(response: Response): AsyncGenerator<Value> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let begun = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = `${begun}${value}`.split('\n');
      begun = lines.pop() ?? '';
      for (const line of lines) if (line !== '') yield JSON.parse(line) as Value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
