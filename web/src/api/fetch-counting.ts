/** Sends like `fetch` and tells how many bytes of the answer have come, for what is large enough that a person wants to see it come. */
export const fetchCounting =
  (onReceived: (bytes: number) => void): typeof fetch =>
  async (url, init) => {
    const answer = await fetch(url, init);
    if (!answer.body) return answer;
    let bytes = 0;
    const counted = answer.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: (piece, on) => {
          bytes += piece.byteLength;
          onReceived(bytes);
          on.enqueue(piece);
        },
      }),
    );
    return new Response(counted, { status: answer.status, headers: answer.headers });
  };
