import { isFault } from '#core/base/common/index.ts';
import type { AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import { attributeTextLimit } from '#plugins/workspace/classes/common/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { replaceInstance, withGroupValue } from '#plugins/annotate/annotations/common/index.ts';
import type { AssistantContext, AssistantTool, EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { textRegion } from '../../common/text-region.ts';
import { messages } from '../messages.ts';
import type { MlClient } from '../ml-client.ts';
import { paintStatus } from './paint-status.ts';

/** Reads the text inside a clicked object into its attribute of type ocr; Enter reads what is selected. */
export function textTool(client: MlClient, itemId: number): AssistantTool {
  return {
    id: 'read-text',
    title: messages.textTool.readText,
    icon: 'text',
    shortcut: 'Shift+X',
    begin: context => () => reading(context, client, itemId),
  };
}

function reading(context: AssistantContext, client: MlClient, itemId: number): ToolState {
  const { session, stage } = context;
  let under: string | undefined;
  let active = 0;
  let status = messages.textTool.clickAnObjectToRead;
  const read = async (ids: readonly string[]): Promise<void> => {
    active += 1;
    stage.requestOverlay();
    try {
      status = await readInto(session, client, itemId, ids);
    } catch (error) {
      status =
        isFault(error) && error.code === 'MODEL_UNAVAILABLE'
          ? messages.textTool.noTextModelIsInstalled
          : error instanceof Error
            ? error.message
            : messages.textTool.textCouldNotBeRead;
      session.notify(status, 'error');
    }
    active -= 1;
    stage.requestOverlay();
  };
  return {
    name: 'read-text.idle',
    cursor: () => (under === undefined ? 'crosshair' : 'pointer'),
    move(pointer) {
      under = stage.shapeAt(pointer.place);
      session.scene.setHover(under);
      return 'stay';
    },
    leave() {
      session.scene.setHover(undefined);
      return 'stay';
    },
    down(pointer) {
      const id = pointer.button === 0 ? stage.shapeAt(pointer.place) : undefined;
      if (id === undefined) return undefined;
      session.scene.select([id]);
      void read([id]);
      return 'stay';
    },
    key({ key, ctrl, alt }) {
      const { selection } = session.scene;
      if (key !== 'enter' || ctrl || alt || selection.size === 0) return undefined;
      void read([...selection]);
      return 'stay';
    },
    exit: () => session.scene.setHover(undefined),
    paint(painter) {
      paintStatus(painter, active > 0 ? messages.textTool.reading : status);
      return true;
    },
  };
}

/** Reads each object and writes all texts as one edit. Answers what happened, for people. */
async function readInto(
  session: EditorSession,
  client: MlClient,
  itemId: number,
  ids: readonly string[],
): Promise<string> {
  if (session.readOnly) return messages.textTool.thisItemIsReadOnly;
  const wanted = ids.flatMap(id => {
    const instance = session.scene.get(id);
    const group = instance === undefined ? undefined : textGroup(session, instance);
    const points = instance === undefined ? undefined : textRegion(instance);
    return group === undefined || points === undefined ? [] : [{ id, group, points }];
  });
  if (wanted.length === 0) return messages.textTool.classHasNoAttribute;
  const texts: { readonly id: string; readonly group: AttributeGroup; readonly text: string }[] = [];
  for (const { id, group, points } of wanted) {
    const { text } = await client.api.ocr({ body: { image: itemId, points: [...points] } });
    texts.push({ id, group, text: text.replaceAll('\n', ' ').slice(0, attributeTextLimit) });
  }
  const found = texts.filter(each => each.text !== '');
  // The objects as they are now: they may have been changed while the text was read.
  const patches = found.flatMap(({ id, group, text }) => {
    const instance = session.scene.get(id);
    const after = instance === undefined ? undefined : withGroupValue(instance, group, text);
    return instance === undefined || after === instance ? [] : [replaceInstance(instance, after!)];
  });
  session.edit(messages.textTool.readText2, patches);
  return found.length === 0
    ? messages.textTool.noTextWasFound
    : found.length === 1
      ? messages.textTool.read(found[0]!.text)
      : messages.textTool.readCountObjects(found.length);
}

function textGroup(session: EditorSession, instance: Instance): AttributeGroup | undefined {
  return session.classes
    .find(each => each.id === instance.classId)
    ?.attribute_groups.find(group => group.group_type === 'ocr');
}
