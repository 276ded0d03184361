/**
 * Values of the fields of the form, by id. The code editor puts the fields of the very form in here, so that
 * `form.get('rating')` is known to be a number; a form that is not known leaves it empty.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled in by the code editor
export interface FormValues {}

/** The id of a field, as far as the form is known. */
export type FieldId = keyof FormValues extends never ? string : keyof FormValues & string;
