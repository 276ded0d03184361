export { formApi } from './api.ts';
export { componentTypeOf, holdsValue, isAnswered, valueShape } from './component-types.ts';
export type { ValueShape } from './component-types.ts';
export { readForm } from './form-document.ts';
export type { FormComponent, FormDocument, FormScript } from './form-document.ts';
export { isScored } from './form-scores.ts';
export { formKeys } from './query-keys.ts';
export { runningScripts } from './script-handlers.ts';
export { fillNames, namesIn, scriptOrigins } from './script-hosts.ts';
export {
  fileReference,
  mostFiles,
  mostMegabytes,
  namedFiles,
  readFileReference,
  uploadProblem,
  uploadRules,
} from './upload-rules.ts';
export type { BindingSource } from './values/binding-source.ts';
export { asText, bindText } from './values/bindings.ts';
export { bindDefault, emptyOf, followed, isLive, optionsOf } from './values/default-values.ts';
export { comparePaths, isElementPath, pathKey, rowIn } from './values/element-path.ts';
export type { ElementPath } from './values/element-path.ts';
export { addressOf, formAddresses } from './values/form-addresses.ts';
export type { AddressSource } from './values/form-addresses.ts';
export { isEmptyValue, isFormInstance } from './values/form-instance.ts';
export type { FormInstance } from './values/form-instance.ts';
export { FormPlan } from './values/form-plan.ts';
export { countPath, countRows, shownRows } from './values/form-rows.ts';
export { readingOrder } from './values/reading-order.ts';
export { labelOf, missingAnswers, nearPath, placeText } from './values/required-answers.ts';
export { closeGaps, deleteRow, insertion, insertRow, moveRow, newRow, valueAt } from './values/row-edits.ts';
export { isOpenForm, openForm, storeForm } from './values/stored-values.ts';
export { checkValues, valueProblems } from './values/value-checks.ts';
export { isShown, visibilityOf, watchedBy } from './values/visibility.ts';
export type { FormReader, Visibility } from './values/visibility.ts';
export { walkForm } from './walk-form.ts';
export type { PlacedComponent } from './walk-form.ts';
