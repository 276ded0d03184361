import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { componentTypeOf } from '../../common/component-types.ts';
import { optionValues } from '../../common/form-checks.ts';
import type { FormComponent } from '../../common/form-document.ts';
import { typeIcon } from '../type-icon.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

/** Options that are drawn at most. */
const MOST_OPTIONS = 12;

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : typeof value === 'number'
        ? String(value)
        : JSON.stringify(value);
const wordsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(textOf) : []);

/** The control of a component as it will look, without doing anything: pictures of fields, not fields. */
export function DesignControl({ component }: { readonly component: FormComponent }): JSX.Element | undefined {
  const { type, value } = component;
  const hint = textOf(value) === '' ? textOf(component['placeholder']) : textOf(value);
  switch (componentTypeOf(type)?.type) {
    case 'input':
    case 'number':
    case 'dateTime':
    case 'time':
    case 'link':
      return <Box icon={type === 'input' ? undefined : typeIcon(type)} text={hint} />;
    case 'select':
      return (
        <Box
          icon="down"
          text={hint === '' || hint === '[]' ? messages.designControl.choose : wordsOf(value).join(', ') || hint}
        />
      );
    case 'textarea':
    case 'markdown':
    case 'code':
      return (
        <div className={classes['area']} data-mono={type === 'code' || undefined}>
          {hint}
        </div>
      );
    case 'csv':
      return (
        <div className={classes['table']} style={{ gridTemplateColumns: 'repeat(3, 1fr)' }}>
          {Array.from({ length: 6 }, (_, at) => (
            <span key={at} />
          ))}
        </div>
      );
    case 'slider':
      return (
        <div className={classes['slider']}>
          <span>{textOf(component['min'])}</span>
          <i />
          <span>
            {textOf(component['max'])} {textOf(component['suffix'])}
          </span>
        </div>
      );
    case 'upload':
      return <Box icon="upload" text={messages.designControl.chooseAFile} />;
    case 'radio':
    case 'checkbox':
      return <Options component={component} />;
    case 'ranking':
      return <Options component={component} numbered />;
    case 'rating':
      return (
        <div className={classes['marks']}>
          {Array.from({ length: Math.max(0, Math.min(10, Number(component['numberOfStars']) || 0)) }, (_, at) => (
            <Icon key={at} name="star" size={18} />
          ))}
        </div>
      );
    case 'voting':
      return (
        <div className={classes['marks']}>
          <Icon name="thumbs" size={18} />
          <span style={{ display: 'flex', transform: 'scaleY(-1)' }}>
            <Icon name="thumbs" size={18} />
          </span>
        </div>
      );
    case 'compare':
      return (
        <div className={classes['marks']}>
          <span>{textOf(component['left']) || messages.designControl.left}</span>
          {Array.from({ length: Math.max(2, Math.min(9, Number(component['scale']) || 7)) }, (_, at) => (
            <i key={at} className={classes['dot']} />
          ))}
          <span>{textOf(component['right']) || messages.designControl.right}</span>
        </div>
      );
    case 'likertTable':
      return <Likert component={component} />;
    case 'image':
    case 'video':
    case 'audio':
    case 'pdfComponent':
    case 'url':
    case 'avatar':
    case 'webComponent':
    case 'chat':
      return (
        <div className={classes['media']} data-low={type === 'audio' || undefined}>
          <Icon name={typeIcon(type)} size={22} />
          <span>{hint === '[]' ? '' : hint}</span>
        </div>
      );
    case 'paragraph':
      return (
        <div
          className={classes['paragraph']}
          style={{
            textAlign: component['align'] === 'center' || component['align'] === 'right' ? component['align'] : 'left',
          }}
        >
          {hint === '' ? messages.designControl.text : hint}
        </div>
      );
    case 'button':
      return (
        <div
          style={{
            textAlign: component['align'] === 'center' || component['align'] === 'right' ? component['align'] : 'left',
          }}
        >
          <span className={classes['button']} data-variant={textOf(component['variant']) || 'primary'}>
            {textOf(component['text']) || messages.designControl.button}
          </span>
        </div>
      );
    case 'divider':
      return (
        <div className={classes['divider']}>
          <span>{textOf(component['label'])}</span>
        </div>
      );
    case undefined:
      return (
        <div className={classes['media']} data-low>
          <Icon name="warning" size={18} />
          <span>{messages.designControl.unknownTypeType(type)}</span>
        </div>
      );
    default:
      return undefined;
  }
}

function Box({ icon, text }: { readonly icon: string | undefined; readonly text: string }): JSX.Element {
  return (
    <div className={classes['box']}>
      <span>{text}</span>
      {icon === undefined ? undefined : <Icon name={icon} size={14} />}
    </div>
  );
}

function Options({
  component,
  numbered = false,
}: {
  readonly component: FormComponent;
  readonly numbered?: boolean;
}): JSX.Element {
  const options = optionValues(component);
  const checked = new Set(
    Array.isArray(component['options'])
      ? component['options']
          .filter((each: unknown) => (each as { checked?: unknown } | null)?.checked === true)
          .map((each: unknown) => String((each as { value?: unknown }).value))
      : [],
  );
  return (
    <div className={classes['options']} data-across={component['layout'] === 'row' || undefined}>
      {options.slice(0, MOST_OPTIONS).map((option, at) => (
        <span key={`${at} ${option}`}>
          <i
            className={numbered ? classes['number'] : component.type === 'radio' ? classes['circle'] : classes['check']}
            data-on={checked.has(option) || undefined}
          >
            {numbered ? at + 1 : ''}
          </i>
          {option}
        </span>
      ))}
      {options.length > MOST_OPTIONS ? (
        <span>{messages.shared.andCountMore(options.length - MOST_OPTIONS)}</span>
      ) : undefined}
      {options.length === 0 ? <span>{messages.designControl.noOptions}</span> : undefined}
    </div>
  );
}

function Likert({ component }: { readonly component: FormComponent }): JSX.Element {
  const [rows, columns] = [wordsOf(component['rows']), wordsOf(component['columns'])];
  return (
    <div
      className={classes['likert']}
      style={{ gridTemplateColumns: `minmax(80px, 2fr) repeat(${Math.max(1, columns.length)}, minmax(24px, 1fr))` }}
    >
      <span />
      {columns.map((each, at) => (
        <span key={at} className={classes['likertHead']}>
          {each}
        </span>
      ))}
      {rows.slice(0, MOST_OPTIONS).flatMap((each, at) => [
        <span key={`row ${at}`}>{each}</span>,
        ...columns.map((_, column) => (
          <span key={`${at} ${column}`} className={classes['likertHead']}>
            <i className={classes['circle']} />
          </span>
        )),
      ])}
    </div>
  );
}
