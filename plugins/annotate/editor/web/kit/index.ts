export { primaryStep, stepTitle, waitingStatuses } from '../../common/primary-step.ts';
export { ActiveClass } from './active-class.tsx';
export type { AssistantContext, AssistantTool, RegionPart, SuggestedRegion } from './assistant.ts';
export { AttributeField } from './attributes/attribute-field.tsx';
export { attributeKey, enterForm } from './attributes/attribute-keys.ts';
export { BarSelect } from './bar-select.tsx';
export { lockAndHideKeys, undoKeys } from './common-keys.ts';
export { EditorHooks } from './editor-hooks.ts';
export type { ListedItems, TaskOffer } from './editor-hooks.ts';
export type {
  Editor,
  EditorCommand,
  EditorItem,
  EditorSession,
  EditorShortcut,
  EditorTool,
  EditorType,
} from './editor-type.ts';
export { holdsFocus } from './holds-focus.ts';
export { keyCommands } from './key-commands.ts';
export type { LoadedObjects, ObjectListQuery } from './loaded-objects.ts';
export { listenTo } from './listen-to.ts';
export { MemorySession } from './memory-session.ts';
export { OpenItemToken } from './open-item.ts';
export type { OpenItem, OpenWork } from './open-item.ts';
export { clearedSurface, screenOf, strokeOutline } from './outline-painter.ts';
export type { ToScreen } from './outline-painter.ts';
export { readMask } from './read-mask.ts';
export type { SceneChange } from './scene-change.ts';
export { Scene } from './scene.ts';
export { plainColor, SessionContext } from './session-context.ts';
export { assistantKey, assistantShortcuts, StageEditor } from './stage-editor.ts';
export type { StageKey } from './stage-editor.ts';
export { useFile } from './use-file.ts';
export { useOpenItem, useSessionScene, useView } from './use-open-item.ts';
