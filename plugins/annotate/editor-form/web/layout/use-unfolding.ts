import { useEffect, useState } from 'react';
import type { ElementPath, FormComponent } from '#plugins/annotate/form/common/index.ts';
import { useForm } from '../form-context.ts';
import type { PartProps } from './view-context.ts';

/** True when a path, seen from a prefix, is inside of a component. */
export const stands = ({ children }: FormComponent, id: unknown): boolean =>
  children?.some(each => each.id === id || (each.type !== 'group' && stands(each, id))) === true;

/** Returns whether a part that can be folded away is open; it opens by itself when something in it is asked for. */
export function useUnfolding(
  { component, prefix }: PartProps,
  first: boolean,
): readonly [boolean, (open: boolean) => void] {
  const form = useForm();
  const [open, setOpen] = useState(first);
  useEffect(() => {
    if (open) return undefined;
    const wait = (path: ElementPath): boolean => stands(component, path[prefix.length]) && (setOpen(true), true);
    form.waiting.add(wait);
    return () => void form.waiting.delete(wait);
  }, [form, open, component, prefix]);
  return [open, setOpen];
}
