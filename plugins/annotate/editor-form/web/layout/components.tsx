import { memo } from 'react';
import type { JSX } from 'react';
import type { ElementPath, FormComponent } from '#plugins/annotate/form/common/index.ts';
import { heightOf } from './estimated-height.ts';
import { LazyPart } from './lazy-part.tsx';
import { useView } from './view-context.ts';
import classes from '../form.module.css';

/** Components of one part that are drawn together; longer lists are drawn as they come into sight. */
const TOGETHER = 8;

/** Components one below the other. */
export const Components = memo(function Components({
  components,
  prefix,
}: {
  readonly components: readonly FormComponent[];
  readonly prefix: ElementPath;
}): JSX.Element {
  const ComponentView = useView();
  if (components.length <= TOGETHER * 1.5)
    return (
      <div className={classes['stack']}>
        {components.map((each, at) => (
          <ComponentView key={`${each.id} ${at}`} component={each} prefix={prefix} />
        ))}
      </div>
    );
  const parts = Array.from({ length: Math.ceil(components.length / TOGETHER) }, (_, part) =>
    components.slice(part * TOGETHER, (part + 1) * TOGETHER),
  );
  return (
    <div className={classes['stack']}>
      {parts.map((part, at) => (
        <LazyPart
          key={at}
          height={part.reduce((sum, each) => sum + heightOf(each) + 16, -16)}
          covers={path => covers(part, prefix, path)}
        >
          <div className={classes['stack']}>
            {part.map((each, place) => (
              <ComponentView key={`${each.id} ${place}`} component={each} prefix={prefix} />
            ))}
          </div>
        </LazyPart>
      ))}
    </div>
  );
});

/** True when a path is in one of the components. */
function covers(components: readonly FormComponent[], prefix: ElementPath, path: ElementPath): boolean {
  return prefix.every((step, at) => path[at] === step) && components.some(each => holds(each, path[prefix.length]));
}

function holds(component: FormComponent, id: unknown): boolean {
  if (component.id === id) return true;
  return component.type !== 'group' && component.children?.some(each => holds(each, id)) === true;
}
