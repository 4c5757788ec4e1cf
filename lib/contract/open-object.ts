import { z } from "zod";
import { type JsonObject, objectOfEntries } from "./safe-object";

/** What a shape's fields are where they are there, and whatever else came with them. */
export type OpenObject<Shape extends z.ZodRawShape> = { [Name in keyof Shape]?: z.infer<Shape[Name]> } & JsonObject;

type Report = (issue: z.core.$ZodRawIssue) => void;

/** A schema for an object of which some fields are known, each optional. All others are kept as they are. */
export function openObject<Shape extends z.ZodRawShape>(shape: Shape) {
	const known = new Map<string, z.core.$ZodType>(Object.entries(shape));
	return objectOfEntries<OpenObject<Shape>>((entries, report) => {
		for (const [name, value] of entries) {
			const schema = known.get(name);
			if (schema) reportBelow(schema, value, name, report);
		}
	}).meta({ ...describedBy(z.strictObject(shape).partial()), additionalProperties: true });
}

/** Reports what a schema finds in the value under a key. */
export function reportBelow(schema: z.core.$ZodType, value: unknown, key: string, report: Report): void {
	const issues = z.safeParse(schema, value).error?.issues ?? [];
	for (const issue of issues) {
		report({ ...issue, input: value, path: [key, ...issue.path] } as z.core.$ZodRawIssue);
	}
}

/** A schema in JSON Schema, to stand in another one. */
export function describedBy(schema: z.core.$ZodType) {
	const { $schema, ...described } = z.toJSONSchema(schema, { io: "input" });
	return described;
}
