import { useState } from 'react';
import { useFormats } from '../../../../i18n/index.ts';
import type { FleetMap } from '../../../../map/index.ts';
import { saveFile } from '../../../shared/list/csv.ts';
import { useFleet } from '../../../shared/services/fleet.ts';
import type { MapTool } from '../MapTools.tsx';
import type { SketchKind } from './Sketch.tsx';

/** The tools of the map: what is drawn by hand, and pictures of what is seen. */
export function useMapTools(map: FleetMap | null): {
  readonly sketch: SketchKind | null;
  readonly start: (tool: MapTool) => void;
  readonly close: () => void;
} {
  const formats = useFormats();
  const { timeline } = useFleet();
  const [sketch, setSketch] = useState<SketchKind | null>(null);
  const start = (tool: MapTool): void => {
    if (tool === 'measure' || tool === 'rings') setSketch(tool);
    else if (tool === 'print') void print(map);
    else void save(map, `map ${formats.dateTime(timeline.getSnapshot().instant)}.png`.replaceAll(/[/:]/g, '-'));
  };
  return { sketch, start, close: () => setSketch(null) };
}

async function save(map: FleetMap | null, name: string): Promise<void> {
  const picture = await map?.picture();
  picture?.toBlob((blob) => {
    if (blob !== null) saveFile(name, blob, blob.type);
  });
}

/** Prints the page with the picture in the place of the canvases, which browsers do not print. */
async function print(map: FleetMap | null): Promise<void> {
  const picture = await map?.picture();
  if (picture === undefined) return;
  picture.className = 'map-printed';
  document.querySelector('.map-area')?.append(picture);
  try {
    window.print();
  } finally {
    picture.remove();
  }
}
