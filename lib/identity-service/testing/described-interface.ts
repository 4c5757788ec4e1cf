import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { JsonSchema } from "./allowed-by";

export const FORM_TYPE = "application/x-www-form-urlencoded";

type Parameter = { name: string; in: "path" | "query"; required: boolean; schema: JsonSchema };
type Header = { required?: boolean; schema: JsonSchema };
type Reference = { $ref: string };
type Description = {
	operationId: string;
	security: { clientCredentials?: string[] }[];
	parameters: Parameter[];
	requestBody?: { content: Record<string, { schema: JsonSchema }> };
	responses: Record<
		string,
		{ headers: Record<string, Header | Reference>; content?: Record<string, { schema: JsonSchema }> }
	>;
};

export type DescribedOperation = Description & { method: string; path: string };
/** The parts of a request; `body` is undefined where it isn't of a described media type. */
export type SentParts = { path: Record<string, string>; query: [string, string][]; body?: unknown };

/** Checks single requests and responses against an OpenAPI document. */
export class DescribedInterface {
	readonly operations: DescribedOperation[];
	readonly #document: Record<string, unknown>;
	readonly #ajv = new Ajv2020({ allowUnionTypes: true, formats: { "date-time": isTime } });
	readonly #validators = new Map<JsonSchema, ValidateFunction>();

	constructor(document: Record<string, unknown>) {
		this.#document = document;
		const paths = document.paths as Record<string, Record<string, Description>>;
		this.operations = Object.entries(paths).flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, description]) => ({ ...description, path, method: method.toUpperCase() })),
		);
	}

	/** Whether the document allows a request. Unnamed parameters are not allowed. */
	allows({ parameters, requestBody }: DescribedOperation, { path, query, body }: SentParts): boolean {
		const isNamed = query.every(([name]) => parameters.some((each) => each.in === "query" && each.name === name));
		const schema = requestBody && Object.values(requestBody.content)[0]?.schema;
		return (
			isNamed && parameters.every(isAllowed, this) && (!schema || (body !== undefined && this.#fits(schema, body)))
		);

		function isAllowed(this: DescribedInterface, parameter: Parameter): boolean {
			const { name, required } = parameter;
			const given =
				parameter.in === "path" ? [path[name] ?? ""] : query.flatMap(([key, text]) => (key === name ? [text] : []));
			if (given.length === 0) return !required;
			if (parameter.schema.type === "array") return this.#fits(parameter.schema, given);
			return given.length === 1 && this.#fits(parameter.schema, typed(parameter.schema, given[0] ?? ""));
		}
	}

	/** Where a response differs from its description. */
	async differences(operation: DescribedOperation, response: Response): Promise<string[]> {
		const description = operation.responses[response.status];
		if (!description) return [`${response.status} is not described`];
		const found: string[] = [];
		for (const [name, described] of Object.entries(description.headers)) {
			const { required, schema } = this.#resolve<Header>(described);
			const value = response.headers.get(name);
			if (value === null ? required : !this.#fits(schema, typed(schema, value))) found.push(`header ${name}: ${value}`);
		}
		const text = await response.text();
		const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
		const content = description.content?.[type];
		if (!description.content) return text === "" && type === "" ? found : [...found, `a body of ${type}: ${text}`];
		if (!content) return [...found, `content type ${type}`];
		const schema = this.#resolve<JsonSchema>(content.schema);
		const validate = this.#validator(schema);
		if (!validate(JSON.parse(text)))
			found.push(`body: ${this.#ajv.errorsText(validate.errors)} in ${text.slice(0, 300)}`);
		return found;
	}

	#fits(schema: JsonSchema, value: unknown): boolean {
		return this.#validator(schema)(value) === true;
	}

	#validator(schema: JsonSchema): ValidateFunction {
		const known = this.#validators.get(schema);
		if (known) return known;
		const made = this.#ajv.compile(schema);
		this.#validators.set(schema, made);
		return made;
	}

	#resolve<Target extends object>(target: Target | Reference): Target {
		if (!("$ref" in target) || typeof target.$ref !== "string") return target as Target;
		let node: unknown = this.#document;
		for (const key of target.$ref.slice(2).split("/")) node = (node as Record<string, unknown>)[key];
		return node as Target;
	}
}

/** The text of a parameter or a header as a value of its schema's type. */
function typed({ type }: JsonSchema, text: string): unknown {
	return type === "integer" && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

function isTime(text: string): boolean {
	return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));
}
