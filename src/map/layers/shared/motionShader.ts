import type { BufferAttributeLayout } from '@luma.gl/core';

/**
 * GLSL that places a unit by the clock: the counterpart of `FleetColumns.drawnAt` on the GPU.
 *
 * deck.gl projects relative to the view's centre from zoom 12 on and reads the low part of a
 * position only there; below it reads the high part alone. So the distance still to go is added to
 * whichever part is read (a metre is lost otherwise at one end, the motion at the other).
 */
export const MOTION_GLSL = `\
float motion_progress(float now, vec2 time) {
  return time.y > 0.0 ? clamp((now - time.x) * time.y, 0.0, 1.0) : 0.0;
}

vec4 motion_clip(vec2 high, vec2 low, vec2 delta) {
  if (project.projectionMode == PROJECTION_MODE_WEB_MERCATOR_AUTO_OFFSET) {
    low += delta;
  } else {
    high += delta;
  }
  return project_position_to_clipspace(vec3(high, 0.0), vec3(low, 0.0), vec3(0.0));
}

vec2 motion_pixels(vec2 pixels, float w) {
  return pixels / project.viewportSize * project.devicePixelRatio * 2.0 * w;
}

bool motion_nowhere(vec2 high, vec2 low) {
  return high == vec2(0.0) && low == vec2(0.0);
}
`;

/** Place, segment and time of a unit's record (`fleetColumns.ts`), as the functions above take them. */
export const MOTION_ATTRIBUTES: BufferAttributeLayout[] = [
  { attribute: 'unitHigh', format: 'float32x2', byteOffset: 0 },
  { attribute: 'unitLow', format: 'float32x2', byteOffset: 8 },
  { attribute: 'unitDelta', format: 'float32x2', byteOffset: 16 },
  { attribute: 'unitTime', format: 'float32x2', byteOffset: 24 },
];
