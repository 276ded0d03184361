export { BODY_LIMIT, bodyLimitOf, BYTES, defineApi, PUBLIC_BODY_LIMIT, SERVICES } from './contract.ts';
export type { Api, ArgumentsOf, Bytes, CallOf, Method, Operation, ReplyOf, ResultOf, Service } from './contract.ts';
export { decodeEntityContext, encodeEntityContext, ENTITY_CONTEXT_HEADERS } from './entity-context.ts';
export type { EntityContext } from './entity-context.ts';
export { defineEvents } from './events.ts';
export type { EventDefinition, EventEnvelope } from './events.ts';
export { fillPath, HOST_LABELS, queryString, serviceBase } from './paths.ts';
export { bulkResult, errorBody, flag, id, listOf, page, paged, success, time, z } from './shapes.ts';
export type { BulkResult } from './shapes.ts';
export { readBodyQuery, readSearch } from './query/body-query.ts';
export { clauseText, oneOf, readClause } from './query/filter-clause.ts';
export type { FilterClause } from './query/filter-clause.ts';
export { listed, matches } from './query/match-condition.ts';
export { defineQuery } from './query/query-definition.ts';
export type { FieldKind, FieldRule, QueryDefinition } from './query/query-definition.ts';
export { joins } from './query/query-plan.ts';
export type {
  Comparison,
  Condition,
  Operator,
  QueryJoin,
  QueryPlan,
  QuerySort,
  QueryValue,
} from './query/query-plan.ts';
export { listQuery, readQueryString } from './query/query-string.ts';
export type { ListQuery } from './query/query-string.ts';
export { invalidCondition } from './query/query-values.ts';
