import { IDLING, SECOND } from '../../../domain/base/index.ts';
import { HAND_SET_MARK, IDLE_SHIFT, IDLE_STEP, MOTION_MASK } from '../../../streams/pipeline/fleetColumns.ts';
import { STALE_AFTER, STALE_AFTER_PARKED } from '../../../domain/telemetry/index.ts';
import { MOTION_GLSL } from '../shared/motionShader.ts';

/** One field per line, in the order of `uniformTypes`: luma.gl reads the block by line. */
const BLOCK = `\
layout(std140) uniform fleetUniforms {
  float clock;
  float radius;
  float bearing;
  float cells;
  vec2 gridStart;
  vec2 gridSize;
  vec4 fillNoFix;
  vec4 fillParked;
  vec4 fillSilent;
  vec4 fillMoving;
  vec4 inkNoFix;
  vec4 inkParked;
  vec4 inkSilent;
  vec4 inkMoving;
  vec4 surface;
  vec4 selection;
  vec4 series1;
  vec4 series2;
  vec4 series3;
  vec4 series4;
  vec4 series5;
  vec4 series6;
  vec4 badgeInfo;
  vec4 badgeWarning;
  vec4 badgeCritical;
} fleet;
`;

/** The layer's uniforms: the clock changes each frame, the rest with zoom or theme. */
export const fleetUniforms = {
  name: 'fleet',
  vs: BLOCK,
  fs: BLOCK,
  uniformTypes: {
    clock: 'f32',
    radius: 'f32',
    bearing: 'f32',
    cells: 'f32',
    gridStart: 'vec2<f32>',
    gridSize: 'vec2<f32>',
    fillNoFix: 'vec4<f32>',
    fillParked: 'vec4<f32>',
    fillSilent: 'vec4<f32>',
    fillMoving: 'vec4<f32>',
    inkNoFix: 'vec4<f32>',
    inkParked: 'vec4<f32>',
    inkSilent: 'vec4<f32>',
    inkMoving: 'vec4<f32>',
    surface: 'vec4<f32>',
    selection: 'vec4<f32>',
    series1: 'vec4<f32>',
    series2: 'vec4<f32>',
    series3: 'vec4<f32>',
    series4: 'vec4<f32>',
    series5: 'vec4<f32>',
    series6: 'vec4<f32>',
    badgeInfo: 'vec4<f32>',
    badgeWarning: 'vec4<f32>',
    badgeCritical: 'vec4<f32>',
  },
} as const;

/**
 * A point a unit, not an instance of four corners: a fourth of the vertices, and drivers that draw instances one by one
 * (software ones above all) draw the fleet at once. A point's square gets its varyings flat.
 *
 * Marks differ by shape, so that state never rests on hue (design principles): moving = arrow by heading, idling = disc
 * (with two bars where it lasts too long), parked = square, no fix = cross; silent for too long = hollow, in the colour
 * of what needs looking after; put there by hand and no report yet = hollow pin. Bytes and bits as in
 * `fleetColumns.ts`.
 */
export const FLEET_VERTEX = `#version 300 es
#define SHADER_NAME fleet-vertex
in vec2 unitHigh;
in vec2 unitLow;
in vec2 unitDelta;
in vec2 unitTime;
in vec2 unitHeading;
in vec4 unitStyle;
in float fixTime;
uniform sampler2D bundles;
flat out vec4 vFill;
flat out vec3 vInk;
flat out vec4 vShape;
flat out vec2 vRing;
flat out vec3 vRingColor;
flat out vec4 vFrame;
// Place beside the mark, half its size, and what it is; as BadgeMarks numbers it.
flat out vec4 vBadge;

${MOTION_GLSL}

const float STALE_AFTER = ${(STALE_AFTER / SECOND).toFixed(1)};
const float STALE_AFTER_PARKED = ${(STALE_AFTER_PARKED / SECOND).toFixed(1)};
const float IDLING_TOO_LONG = ${(IDLING.tooLong / SECOND).toFixed(1)};
const float KIND_SIZE[8] = float[8](1.0, 1.06, 1.16, 1.2, 0.88, 1.08, 0.9, 1.06);

/** The same cells as DensityGrid counts by: a bubble stands for the units of a bundled one. */
bool bundled(vec2 place) {
  if (fleet.cells == 0.0) return false;
  vec2 world = vec2(place.x / 360.0 + 0.5, 0.5 - log(tan(0.78539816339 + radians(place.y) * 0.5)) / 6.28318530718) * fleet.cells - fleet.gridStart;
  world.x = mod(world.x, fleet.cells);
  if (world.y < 0.0 || any(greaterThanEqual(world, fleet.gridSize))) return false;
  return texelFetch(bundles, ivec2(world), 0).r > 0.5;
}

void main(void) {
  int doing = int(unitStyle.x + 0.5);
  int motion = doing & ${MOTION_MASK};
  int kind = clamp(int(unitStyle.y + 0.5), 0, 7);
  int flags = int(unitStyle.z + 0.5);
  bool hidden = (flags & 1) != 0;
  gl_PointSize = 1.0;
  if (hidden || motion_nowhere(unitHigh, unitLow)) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  bool selected = (flags & 2) != 0;
  bool late = (flags & 4) != 0;
  bool hovered = (flags & 8) != 0;
  int series = (flags >> 4) & 7;
  bool dimmed = (flags & 128) != 0 && !selected && !hovered;
  float limit = motion >= 2 ? STALE_AFTER : STALE_AFTER_PARKED;
  bool byHand = motion == ${HAND_SET_MARK};
  bool hollow = byHand || fleet.clock - fixTime > limit;
  float idled = fleet.clock - fixTime + float(doing >> ${IDLE_SHIFT}) * ${IDLE_STEP.toFixed(1)};
  bool idlesLong = motion == 2 && !hollow && idled >= IDLING_TOO_LONG;

  float progress = motion_progress(fleet.clock, unitTime);
  if (!selected && !hovered && bundled(unitHigh + unitDelta * progress)) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  gl_Position = motion_clip(unitHigh, unitLow, unitDelta * progress);

  float radius = fleet.radius * mix(1.0, KIND_SIZE[kind], smoothstep(5.0, 9.0, fleet.radius));
  if (byHand) radius = max(radius, 7.0);
  // Smaller, its bars could not be seen.
  if (idlesLong) radius = max(radius, 6.0);
  if (selected || hovered) radius = max(radius * 1.12, 7.0);
  float outline = min(1.5, 0.7 + radius * 0.1);
  float selectionRing = selected ? radius + 5.0 : (hovered ? radius + 4.0 : 0.0);
  float extent = max(radius * 1.05 + outline, selectionRing + 3.0) + 1.0;

  float badge = unitStyle.w;
  float badgeSize = clamp(radius * 0.42, 2.4, 4.2);
  float badgeAt = radius * 0.62 + badgeSize * 0.5;
  if (badge > 0.5) extent = max(extent, badgeAt + badgeSize + 2.5);
  vBadge = vec4(badgeAt, badgeAt, badgeSize, badge);

  vec2 turn = vec2(1.0, 0.0);
  if (motion == 3) {
    float angle = radians((unitHeading.x + unitHeading.y * progress) / 64.0 - fleet.bearing);
    turn = vec2(cos(angle), sin(angle));
  }
  gl_PointSize = 2.0 * extent * project.devicePixelRatio;
  float layer = (motion == 3 ? 2.0 : motion == 2 ? 1.5 : 1.0) + (idlesLong ? 1.0 : 0.0) + (hovered ? 4.0 : 0.0) + (selected ? 5.0 : 0.0) + (badge > 0.5 && badge < 3.5 ? 3.0 : 0.0) - (hollow ? 0.5 : 0.0) - (dimmed ? 3.0 : 0.0);
  gl_Position.z -= layer * 0.0004 * gl_Position.w;

  // Silence needs somebody, whatever the unit did before; idling does once it has lasted too long.
  bool silent = hollow && !byHand;
  vec4 fill = silent || idlesLong ? fleet.fillSilent : motion >= 2 && !byHand ? fleet.fillMoving : motion == 1 || byHand ? fleet.fillParked : fleet.fillNoFix;
  vec4 ink = silent || idlesLong ? fleet.inkSilent : motion >= 2 && !byHand ? fleet.inkMoving : motion == 1 || byHand ? fleet.inkParked : fleet.inkNoFix;
  vFill = vec4(late ? mix(fill.rgb, fleet.surface.rgb, 0.45) : fill.rgb, dimmed ? 0.32 : 1.0);
  vInk = ink.rgb;
  vFrame = vec4(turn, extent, project.devicePixelRatio);
  vShape = vec4(float(motion), hollow ? 1.0 : idlesLong ? 2.0 : 0.0, radius, outline);
  vRing = vec2(selectionRing, selected ? 1.0 : 0.0);
  vec3 own[7] = vec3[7](fleet.selection.rgb, fleet.series1.rgb, fleet.series2.rgb, fleet.series3.rgb, fleet.series4.rgb, fleet.series5.rgb, fleet.series6.rgb);
  vRingColor = own[clamp(series, 0, 6)];
}`;

/** Shapes as distances to their edge, in CSS pixels: sharp at every size and device pixel ratio. */
export const FLEET_FRAGMENT = `#version 300 es
#define SHADER_NAME fleet-fragment
precision highp float;
flat in vec4 vFill;
flat in vec3 vInk;
flat in vec4 vShape;
flat in vec2 vRing;
flat in vec3 vRingColor;
flat in vec4 vFrame;
flat in vec4 vBadge;
out vec4 fragColor;

float segment(vec2 p, vec2 a, vec2 b) {
  vec2 along = b - a;
  return length(p - a - along * clamp(dot(p - a, along) / dot(along, along), 0.0, 1.0));
}

float arrow(vec2 p) {
  p.x = abs(p.x);
  vec2 tip = vec2(0.0, 1.0);
  vec2 wing = vec2(0.74, -0.82);
  vec2 notch = vec2(0.0, -0.44);
  float distance = min(segment(p, tip, wing), segment(p, wing, notch));
  bool beside = (wing.x - tip.x) * (p.y - tip.y) - (wing.y - tip.y) * (p.x - tip.x) < 0.0;
  bool above = (notch.x - wing.x) * (p.y - wing.y) - (notch.y - wing.y) * (p.x - wing.x) < 0.0;
  return (beside && above ? -distance : distance) - 0.05;
}

float box(vec2 p, vec2 extent, float rounding) {
  vec2 outside = abs(p) - extent + rounding;
  return length(max(outside, 0.0)) + min(max(outside.x, outside.y), 0.0) - rounding;
}

float crossing(vec2 p) {
  vec2 turned = vec2(p.x + p.y, p.y - p.x) * 0.70710678;
  return min(box(turned, vec2(0.92, 0.25), 0.1), box(turned, vec2(0.25, 0.92), 0.1));
}

/** A head of radius 0.6 and the tangents from it to a tip as far again below it: sine 0.5. */
float pin(vec2 p) {
  p = vec2(abs(p.x), p.y - 0.3);
  float along = dot(p, vec2(-0.5, -0.8660254));
  if (along < 0.0) return length(p) - 0.6;
  if (along > 1.0392305) return length(p - vec2(0.0, -1.2));
  return dot(p, vec2(0.8660254, -0.5)) - 0.6;
}

float mark(float motion, vec2 p) {
  if (motion > 3.5) return pin(p);
  if (motion > 2.5) return arrow(p);
  if (motion > 1.5) return length(p) - 0.74;
  if (motion > 0.5) return box(p, vec2(0.64), 0.16);
  return crossing(p);
}

vec4 over(vec4 top, vec4 bottom) {
  float alpha = top.a + bottom.a * (1.0 - top.a);
  return alpha > 0.0 ? vec4((top.rgb * top.a + bottom.rgb * bottom.a * (1.0 - top.a)) / alpha, alpha) : vec4(0.0);
}

/** Worst: a disc; a warning: a square; the least, and whatever is acknowledged: hollow. */
vec4 badge(vec2 place, float scale) {
  vec2 p = place - vBadge.xy;
  float size = vBadge.z;
  float severity = mod(vBadge.w, 4.0);
  float edge = severity > 1.5 && severity < 2.5 ? box(p, vec2(size * 0.88), 0.6) : length(p) - size;
  vec3 color = severity > 2.5 ? fleet.badgeCritical.rgb : severity > 1.5 ? fleet.badgeWarning.rgb : fleet.badgeInfo.rgb;
  bool isHollow = severity < 1.5 || vBadge.w > 4.5;
  if (isHollow) color = mix(color, fleet.surface.rgb, clamp(0.5 - (edge + 1.3) * scale, 0.0, 1.0));
  float inner = clamp(0.5 - edge * scale, 0.0, 1.0);
  float casing = clamp(0.5 - (edge - 1.2) * scale, 0.0, 1.0);
  return over(vec4(color, inner), vec4(fleet.surface.rgb, casing));
}

void main(void) {
  float radius = vShape.z;
  float scale = vFrame.w;
  // A point's own coordinates run down the page; marks are drawn upwards, then turned to their heading.
  vec2 place = (gl_PointCoord - 0.5) * vec2(2.0, -2.0) * vFrame.z;
  vec2 local = vec2(place.x * vFrame.x - place.y * vFrame.y, place.x * vFrame.y + place.y * vFrame.x);
  float edge = mark(vShape.x, local / radius) * radius;
  float outer = clamp(0.5 - (edge - vShape.w) * scale, 0.0, 1.0);
  float inner = clamp(0.5 - edge * scale, 0.0, 1.0);
  vec3 body = vFill.rgb;
  if (vShape.y > 1.5) {
    vec2 p = abs(local) / radius;
    float bar = box(vec2(p.x - 0.25, p.y), vec2(0.115, 0.36), 0.04) * radius;
    body = mix(vFill.rgb, vInk, clamp(0.5 - bar * scale, 0.0, 1.0));
  } else if (vShape.y > 0.5 && vShape.x > 0.5) {
    float wall = clamp(radius * 0.17, 1.0, 2.2);
    body = mix(vFill.rgb, fleet.surface.rgb, clamp(0.5 - (edge + wall) * scale, 0.0, 1.0));
  }
  vec4 color = vec4(mix(vInk, body, inner), outer);
  float away = length(local);
  if (vRing.x > 0.0) {
    float width = vRing.y > 0.5 ? 1.75 : 0.75;
    float ring = clamp(0.5 - (abs(away - vRing.x) - width) * scale, 0.0, 1.0);
    float casing = clamp(0.5 - (abs(away - vRing.x) - width - 1.0) * scale, 0.0, 1.0) * 0.8;
    color = over(color, over(vec4(vRingColor, ring), vec4(fleet.surface.rgb, casing)));
  }
  if (vBadge.w > 0.5) color = over(badge(place, scale), color);
  if (color.a < 0.2) discard;
  fragColor = vec4(color.rgb, color.a * vFill.a);
}`;
