import { plainDirection } from '#core/base/common/index.ts';
import { z } from 'zod';
import type { ClassShape } from './class-shapes.ts';
import { classShapes } from './class-shapes.ts';

/** Numbers of the kinds of classes on the wire. */
export const ClassType = { Object: 1, Tag: 2, Relationship: 3 } as const;

/** Subject of a class: 1 an object in the item, 2 the item itself (tag), 3 a link between two objects. */
export type ClassType = (typeof ClassType)[keyof typeof ClassType];

/** The words files and people use for the class type numbers. */
export const classTypeNames = { 1: 'object', 2: 'tag', 3: 'relationship' } as const satisfies Record<ClassType, string>;

/** The kinds of attribute group. `ocr` exists in vector projects only. */
export const attributeGroupTypes = ['radio', 'checklist', 'text', 'numeric', 'ocr'] as const;
export type AttributeGroupType = (typeof attributeGroupTypes)[number];

/** Longest name of a class, an attribute group or an attribute, in characters. */
export const classNameLimit = 200;

/** Longest text of a text or ocr attribute, in characters. */
export const attributeTextLimit = 3000;

/**
 * Default of a group, by its type: radio a value name or null, checklist a list of value names,
 * text and ocr a string or null, numeric a number or null.
 */
export type AttributeDefault = string | number | readonly string[] | null;

/** Asks an attribute group only while another choice group of the class holds one of some values. All by name. */
export interface GroupCondition {
  /** Name of the radio or checklist group. */
  readonly group: string;
  readonly values: readonly string[];
}

/** One value that can be chosen in a radio or checklist group. */
export interface Attribute {
  readonly id: number;
  readonly group_id: number;
  readonly project_id: number;
  readonly name: string;
  readonly default: 0 | 1;
  readonly order: number;
  readonly count: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A question about an instance of the class, with the values that answer it. */
export interface AttributeGroup {
  readonly id: number;
  readonly class_id: number;
  readonly name: string;
  readonly group_type: AttributeGroupType;
  readonly isRequired: boolean;
  readonly default_value: AttributeDefault;
  /** Absent for groups that are always asked. */
  readonly shown_when?: GroupCondition | undefined;
  readonly order: number;
  readonly attributes: readonly Attribute[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A class of a project as the API hands it out. Times are ISO 8601 in UTC. */
export interface AnnotationClass {
  readonly id: number;
  readonly project_id: number;
  readonly name: string;
  /** `#RRGGBB` in upper case. */
  readonly color: string;
  readonly type: ClassType;
  /** Shapes that its objects may have; absent when all may be. */
  readonly shapes?: readonly ClassShape[] | undefined;
  readonly order: number;
  /** A field of old exports, always 0: how often a class is used is asked for by itself. */
  readonly count: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly attribute_groups: readonly AttributeGroup[];
}

const name = z
  .string()
  .regex(...plainDirection)
  .max(classNameLimit)
  .regex(/\S/, 'must not be empty');

/** One value of a group to store. An `id` keeps (and renames) an existing value on update. */
export const attributeInput = z.object({
  id: z.int().positive().optional(),
  name,
  default: z.union([z.literal(0), z.literal(1)]).default(0),
});

/** One group of a class to store. An `id` keeps an existing group on update. */
export const attributeGroupInput = z.object({
  id: z.int().positive().optional(),
  name,
  group_type: z.enum(attributeGroupTypes).default('radio'),
  isRequired: z.boolean().default(false),
  default_value: z.union([z.string().max(attributeTextLimit), z.number(), z.array(z.string()), z.null()]).default(null),
  /** Asks the group only while another choice group of the class holds one of these values. */
  shown_when: z.object({ group: z.string().min(1).max(classNameLimit), values: z.array(z.string()).min(1) }).optional(),
  attributes: z.array(attributeInput).default([]),
});

/**
 * A class to store, in canonical form. Loose forms (words for the type, CSS colours, files of old exports) go
 * through `readClasses` first; rules between fields are in `classIssues`.
 */
export const classInput = z.object({
  id: z.int().positive().optional(),
  name,
  color: z.string().regex(/^#[0-9A-F]{6}$/, 'must be a color like #1C7ED6'),
  type: z.union([z.literal(1), z.literal(2), z.literal(3)]).default(1),
  /** Absent: objects of the class may have every shape. */
  shapes: z.array(z.enum(classShapes)).optional(),
  attribute_groups: z.array(attributeGroupInput).default([]),
});

export type AttributeInput = z.output<typeof attributeInput>;
export type AttributeGroupInput = z.output<typeof attributeGroupInput>;
export type ClassInput = z.output<typeof classInput>;
