import { ActionIcon, Button, Progress } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { DragEvent, JSX } from 'react';
import { errorText, fileSize, Icon, Tooltip } from '#core/ui/web/index.ts';
import { uploadProblem, uploadRules } from '#plugins/annotate/form/common/index.ts';
import { mediaTypeOfName } from '#plugins/workspace/items/common/index.ts';
import { useForm } from '../form-context.ts';
import type { ControlProps } from './control.ts';
import { HeldFile } from './held-file.tsx';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

/** A file on its way. */
interface Sending {
  readonly key: number;
  readonly file: File;
  readonly sent: number;
  readonly stop: AbortController;
  readonly fault?: string;
}

/** The references and addresses in a value: one text, or a list of them. */
const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? [value] : [];

/** Files of a field: chosen or dropped, shown, opened and taken out again. */
export default function UploadControl({ component, field, id, name, described }: ControlProps): JSX.Element {
  const { files } = useForm();
  const rules = uploadRules(component);
  const held = listOf(field.value);
  // Files may arrive at the same time: each is added to what is there then.
  const latest = useRef({ held, field });
  useEffect(() => {
    latest.current = { held, field };
  });
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const next = useRef(0);
  const running = useRef(sending);
  useEffect(() => {
    running.current = sending;
  });
  useEffect(() => () => running.current.forEach(each => each.stop.abort()), []);
  const change = (key: number, more: Partial<Sending> | undefined): void =>
    setSending(now =>
      more === undefined
        ? now.filter(each => each.key !== key)
        : now.map(each => (each.key === key ? { ...each, ...more } : each)),
    );
  const put = (references: readonly string[]): void => {
    latest.current = { ...latest.current, held: references };
    latest.current.field.set(rules.multiple ? references : (references.at(-1) ?? ''));
  };

  const send = async (one: Sending): Promise<void> => {
    const problem = uploadProblem(rules, {
      name: one.file.name,
      mime: mediaTypeOfName(one.file.name),
      size: one.file.size,
    });
    if (problem !== undefined || files === undefined)
      return change(one.key, { fault: problem ?? messages.upload.filesAreTakenInItemsOnly });
    try {
      const kept = await files.upload(component.id, one.file, one.stop.signal, sent => change(one.key, { sent }));
      change(one.key, undefined);
      put(rules.multiple ? [...latest.current.held, kept.reference] : [kept.reference]);
    } catch (error) {
      if (!one.stop.signal.aborted) change(one.key, { fault: errorText(error) });
    }
    return undefined;
  };
  const add = (chosen: readonly File[]): void => {
    const made = (rules.multiple ? chosen : chosen.slice(0, 1)).map(file => ({
      key: next.current++,
      file,
      sent: 0,
      stop: new AbortController(),
    }));
    setSending(now => [...now.filter(each => rules.multiple || each.fault === undefined), ...made]);
    for (const each of made) void send(each);
  };
  const again = (one: Sending): void => {
    const { fault: _, ...rest } = one;
    setSending(now => now.map(each => (each.key === one.key ? { ...rest, sent: 0 } : each)));
    void send({ ...rest, sent: 0 });
  };
  const holdsFiles = (event: DragEvent): boolean => !field.readOnly && event.dataTransfer.types.includes('Files');
  const takes = [
    rules.types.length === 0 ? messages.upload.anyFile : rules.types.join(', '),
    messages.upload.atMostFileSize(fileSize(rules.maxBytes)),
  ].join(', ');
  return (
    <div
      className={classes['uploads']}
      role="group"
      aria-label={name}
      aria-describedby={described}
      data-over={over}
      onDragOver={event => {
        if (holdsFiles(event)) {
          event.preventDefault();
          setOver(true);
        }
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        setOver(false);
        if (!holdsFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        add([...event.dataTransfer.files]);
      }}
    >
      {held.map(reference => (
        <HeldFile
          key={reference}
          reference={reference}
          readOnly={field.readOnly}
          onRemove={() => put(held.filter(each => each !== reference))}
        />
      ))}
      {sending.map(one => (
        <div key={one.key} className={classes['upload']} role="status">
          <Icon name="file" size={16} />
          <span className={classes['grow']}>
            {one.file.name} <span className={classes['count']}>{fileSize(one.file.size)}</span>
          </span>
          {one.fault === undefined ? (
            <Progress
              w={140}
              value={one.file.size === 0 ? 0 : Math.min(100, (one.sent / one.file.size) * 100)}
              aria-label={messages.upload.uploadingName(one.file.name)}
            />
          ) : (
            <span className={classes['fault']} style={{ margin: 0 }}>
              {one.fault}
            </span>
          )}
          {one.fault === undefined ? undefined : (
            <Tooltip label={messages.shared.tryAgain}>
              <ActionIcon
                size="sm"
                aria-label={messages.upload.uploadNameAgain(one.file.name)}
                onClick={() => again(one)}
              >
                <Icon name="refresh" size={14} />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label={one.fault === undefined ? messages.shared.cancel : messages.shared.dismiss}>
            <ActionIcon
              size="sm"
              aria-label={
                one.fault === undefined
                  ? messages.upload.cancelName(one.file.name)
                  : messages.upload.dismissName(one.file.name)
              }
              onClick={() => {
                one.stop.abort();
                change(one.key, undefined);
              }}
            >
              <Icon name="close" size={14} />
            </ActionIcon>
          </Tooltip>
        </div>
      ))}
      {field.readOnly ? (
        held.length === 0 ? (
          <div className={classes['quiet']}>{messages.upload.noFile}</div>
        ) : undefined
      ) : (
        <div className={classes['uploadFoot']}>
          <Button
            id={id}
            variant="default"
            size="xs"
            data-control
            leftSection={<Icon name="upload" size={14} />}
            onClick={() => input.current?.click()}
          >
            {rules.multiple
              ? messages.upload.addFiles
              : held.length > 0
                ? messages.upload.replaceTheFile
                : messages.upload.chooseAFile}
          </Button>
          <span className={classes['count']}>{messages.upload.orDropHere(takes, rules.multiple)}</span>
          <input
            ref={input}
            type="file"
            hidden
            multiple={rules.multiple}
            accept={rules.types.join(',')}
            aria-label={messages.upload.filesForName(name)}
            onChange={event => {
              add([...(event.currentTarget.files ?? [])]);
              event.currentTarget.value = '';
            }}
          />
        </div>
      )}
    </div>
  );
}
