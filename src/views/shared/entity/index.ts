export { EntityForm } from './EntityForm.tsx';
export { EntityList } from './EntityList.tsx';
export { EntityPage } from './EntityPage.tsx';
export { EntityScreen } from './EntityScreen.tsx';
export { entityPaths, useEntityId } from './paths.ts';
export { StatusMark } from './StatusMark.tsx';
export { type Cells } from './useEntityCells.tsx';
export { useEntityWords } from './words.ts';
export { EntityDescriptionField, EntityGroupsField, EntityNameField, EntityStatusField } from './UsualFields.tsx';
