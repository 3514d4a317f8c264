import { encode } from 'uqr';
import { useMemo, type ReactNode } from 'react';

/** A text as a QR code (ISO/IEC 18004). Black on white in every skin: cameras read nothing else as well. */
export function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { size, path } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'M', border: 2 });
    const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: modules, path: dots.join('') };
  }, [text]);
  return (
    <figure className="qr" aria-label={label}>
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true" focusable="false" shapeRendering="crispEdges">
        <path d={path} />
      </svg>
    </figure>
  );
}
