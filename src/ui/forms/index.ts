/** Forms over schemas. Fields that open a list are in `choices`, so that plain forms stay light. */
export { Form, type FormProps, type ServerProblem } from './Form.tsx';
export { FormTranslation } from './context.ts';
export { FormNativeSelect, FormPasswordField, FormTextField } from './fields.tsx';
export { FormCheckbox, FormComboBox, FormRadioGroup, FormSelect } from './choices.tsx';
export { FormNumberField, NumberField } from './number.tsx';
export { useFormField, useListError } from './useFormField.ts';
export type { FormSchema } from './issues.ts';
