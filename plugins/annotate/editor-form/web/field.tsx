import { createElement, Suspense, useId, useState } from 'react';
import type { CSSProperties, JSX } from 'react';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { ElementPath, FormComponent } from '#plugins/annotate/form/common/index.ts';
import { isEmptyValue, isScored, pathKey, valueProblems } from '#plugins/annotate/form/common/index.ts';
import { afterPress } from './after-press.ts';
import { controlOf } from './controls/catalogue.ts';
import { useField, useForm } from './form-context.ts';
import { FieldComments } from './field-comments.tsx';
import { ScoredField } from './scored-field.tsx';
import classes from './form.module.css';
import { messages } from './messages.ts';

/** A component that holds a value: its label, what is said about it, and its control. */
export function Field({
  component,
  prefix,
}: {
  readonly component: FormComponent;
  readonly prefix: ElementPath;
}): JSX.Element {
  const [path] = useState<ElementPath>([...prefix, component.id]);
  const form = useForm();
  const { controller } = form;
  const field = useField(component, path);
  const id = useId();
  const [left, setLeft] = useState(false);
  const key = pathKey(path);
  const label = controller.text(component['label'], prefix);
  const withheld = controller.instance(path)?.withheld !== undefined;
  const required = component['isRequired'] === true && !isScored(component);
  const missing = required && isEmptyValue(field.value) && !field.readOnly && (left || controller.missing.has(key));
  const fitted = controller.overlay.withOptions(component, path);
  const problems = field.readOnly || withheld ? [] : valueProblems(fitted, field.value);
  const fault =
    controller.overlay.error(path) ??
    (missing ? messages.shared.thisMustBeFilledIn : left || problems.length === 0 ? spoken(problems) : undefined);
  const tooltip = component['hasTooltip'] === true ? controller.text(component['tooltip'], prefix) : '';
  const width = isRecord(component['resize']) ? Number(component['resize']['width']) : 0;
  const scoring = isScored(component) && isRecord(component['scoring']) ? component['scoring'] : undefined;
  return (
    <div
      className={classes['field']}
      data-path={key}
      data-steps={JSON.stringify(path)}
      data-type={component.type}
      style={width > 0 ? { width, maxWidth: '100%' } : undefined}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) afterPress(() => setLeft(true));
      }}
      onPaste={event => {
        if (component['disablePasting'] === true) event.preventDefault();
      }}
    >
      <div className={classes['head']} data-bare={label === '' && !required && tooltip === '' && scoring === undefined}>
        {label === '' && !required ? undefined : (
          <label
            id={`${id}-label`}
            htmlFor={id}
            className={classes['label']}
            data-colored={isRecord(component['labelFormat']) && component['labelFormat']['color'] !== undefined}
            style={labelStyle(component['labelFormat'])}
          >
            {label || component.id}
            {required ? (
              <span className={classes['required']} title={messages.field.required}>
                {' '}
                *
              </span>
            ) : undefined}
          </label>
        )}
        {tooltip === '' ? undefined : (
          <Tooltip label={tooltip} tap>
            <button
              type="button"
              className={classes['info']}
              aria-label={messages.field.aboutName(label || component.id, tooltip)}
            >
              <Icon name="help" size={14} />
            </button>
          </Tooltip>
        )}
        {scoring === undefined ? undefined : (
          <span className={classes['weight']}>{messages.field.weightNumber(Number(scoring['weight'] ?? 1))}</span>
        )}
        {form.withoutComments === true ? undefined : <FieldComments path={path} name={label || component.id} />}
      </div>
      <Suspense fallback={<div className={classes['quiet']}>{messages.field.loading}</div>}>
        {scoring !== undefined ? (
          <ScoredField
            componentId={component.id}
            name={label || component.id}
            scoring={scoring}
            readOnly={field.readOnly}
          />
        ) : (
          createElement(controlOf(component), {
            component: fitted,
            path,
            field,
            id,
            name: label || component.id,
            described: fault === undefined ? undefined : `${id}-fault`,
            invalid: fault !== undefined,
          })
        )}
      </Suspense>
      {fault === undefined ? undefined : (
        <div id={`${id}-fault`} className={classes['fault']}>
          {fault}
        </div>
      )}
    </div>
  );
}

/** The findings as a sentence. */
const spoken = ([first]: readonly string[]): string | undefined =>
  first === undefined
    ? undefined
    : `${first.charAt(0).toUpperCase()}${first.slice(1)}${/[.!?…]$/.test(first) ? '' : '.'}`;

function labelStyle(format: unknown): CSSProperties | undefined {
  if (!isRecord(format)) return undefined;
  const { size, color, bold, italic } = format as JsonRecord;
  return {
    ...(typeof size === 'number' && size >= 8 && size <= 48 ? { fontSize: size } : {}),
    ...(typeof color === 'string' && /^(?:#[0-9a-f]{3,8}|[a-z]+|rgba?\([\d., %]+\))$/i.test(color)
      ? { '--label-color': color }
      : {}),
    ...(bold === false ? { fontWeight: 400 } : {}),
    ...(italic === true ? { fontStyle: 'italic' } : {}),
  } as CSSProperties;
}
