import { lazy, memo, Suspense } from 'react';
import type { JSX } from 'react';
import { componentTypeOf } from '#plugins/annotate/form/common/index.ts';
import { useShown } from '../form-context.ts';
import { Field } from '../field.tsx';
import { BoxView, DividerView, GridView, TabsView } from './containers.tsx';
import { FormButton } from './form-button.tsx';
import { GroupView } from './group-view.tsx';
import type { PartProps } from './view-context.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

const ModalView = lazy(() => import('./modal-view.tsx'));

/** One component of any type; nothing where it does not show. */
export const ComponentView = memo(function ComponentView({ component, prefix }: PartProps): JSX.Element | undefined {
  if (!useShown(component, prefix)) return undefined;
  switch (component.type) {
    case 'group':
      return <GroupView component={component} prefix={prefix} />;
    case 'container':
    case 'header':
      return <BoxView component={component} prefix={prefix} />;
    case 'grid':
      return <GridView component={component} prefix={prefix} />;
    case 'tabs':
      return <TabsView component={component} prefix={prefix} />;
    case 'modal':
      return (
        <Suspense>
          <ModalView component={component} prefix={prefix} />
        </Suspense>
      );
    case 'divider':
      return <DividerView component={component} prefix={prefix} />;
    case 'button':
      return <FormButton component={component} prefix={prefix} />;
    default:
      if (componentTypeOf(component.type) !== undefined) return <Field component={component} prefix={prefix} />;
      return (
        <div className={classes['quiet']}>{messages.componentView.idIsOfTheTypeType(component.id, component.type)}</div>
      );
  }
});
