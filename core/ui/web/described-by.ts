/** Attributes of the parts of a Mantine field. */
interface DescribedProps {
  readonly attributes?: { readonly input: { readonly 'aria-describedby': string } };
}

/**
 * Props of a Mantine field that the element with an id describes, such as its fault below it. An `aria-describedby` of
 * the field itself is replaced by Mantine's own, which knows only its descriptions and errors.
 */
export const describedBy = (id: string | undefined): DescribedProps =>
  id === undefined ? {} : { attributes: { input: { 'aria-describedby': id } } };
