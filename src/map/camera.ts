/** Where the map looks. Degrees; bearing clockwise from north. */
export interface MapCamera {
  readonly longitude: number;
  readonly latitude: number;
  readonly zoom: number;
  readonly bearing?: number;
  readonly pitch?: number;
}

/** Whether both look the same way at the same place. */
export function isSameCamera(one: MapCamera, other: MapCamera): boolean {
  return (
    one.longitude === other.longitude &&
    one.latitude === other.latitude &&
    one.zoom === other.zoom &&
    one.bearing === other.bearing &&
    one.pitch === other.pitch
  );
}

/** A box of degrees; west may exceed east across the date line. */
export interface MapBounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Words on the map's own controls, in the language of the screen. */
export interface MapTexts {
  readonly map: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly resetBearing: string;
  readonly attribution: string;
  readonly metres: string;
  readonly kilometres: string;
  readonly feet: string;
  readonly miles: string;
}

/** MapLibre's names for them. */
export function mapLocale(texts: MapTexts): Record<string, string> {
  return {
    'Map.Title': texts.map,
    'NavigationControl.ZoomIn': texts.zoomIn,
    'NavigationControl.ZoomOut': texts.zoomOut,
    'NavigationControl.ResetBearing': texts.resetBearing,
    'AttributionControl.ToggleAttribution': texts.attribution,
    'ScaleControl.Meters': texts.metres,
    'ScaleControl.Kilometers': texts.kilometres,
    'ScaleControl.Feet': texts.feet,
    'ScaleControl.Miles': texts.miles,
  };
}
