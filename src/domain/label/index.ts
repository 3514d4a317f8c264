export { LABEL_COLOURS, type LabelColour } from './colours.ts';
export { labelKindOf, type LabelKindOf } from './kinds.ts';
export { defineLabels } from './label.ts';
