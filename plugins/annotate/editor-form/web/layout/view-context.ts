import { createContext, useContext } from 'react';
import type { ComponentType } from 'react';
import type { ElementPath, FormComponent } from '#plugins/annotate/form/common/index.ts';

/** A component of the form in its place: `prefix` is the path of what encloses it. */
export interface PartProps {
  readonly component: FormComponent;
  readonly prefix: ElementPath;
}

/** Component that draws a part: containers draw what is in them without knowing all the types. */
export const ViewContext = createContext<ComponentType<PartProps>>(() => null);

export const useView = (): ComponentType<PartProps> => useContext(ViewContext);
