import type { z } from "zod";
import { type OperationName, operations } from "@/lib/contract/operations";
import type { IdentityService } from "../context/identity-service";
import type { Caller } from "../context/service-request";
import type { FormFields } from "../http/form-body";
import { validate } from "./validation";

/** A request's three parts before validation: decoded path and query parameters, and the body where one is read. */
type OperationInput = { path: unknown; query: unknown; body: () => Promise<unknown>; caller: Caller };

/** An operation as the steps of a request see it. */
export type ManagementOperation = {
	name: OperationName;
	method: string;
	path: string;
	scopes: readonly string[];
	scopesNamedInRefusal: readonly string[];
	globalClientsOnly: boolean;
	status: number;
	/** What a success answers; null where it has no body. */
	answer: z.ZodType | null;
	/** Error statuses of its own, beside those that any operation may answer. */
	refusals: readonly number[];
	/** How the body is written as a form; null: it is JSON only. */
	form: FormFields | null;
	/** What the parts of a request have to be, for those who describe the interface. */
	schemas: { path: z.ZodType; query: z.ZodType; body: z.ZodType | null };
	run: (service: IdentityService, input: OperationInput) => Promise<unknown>;
};

type Declaration<Path, Query, Body> = {
	path: z.ZodType<Path>;
	query: z.ZodType<Query>;
	/** Absent: the operation reads no body. */
	body?: { schema: z.ZodType<Body>; form: FormFields | null };
	globalClientsOnly?: true;
	/** The scopes that the text of the 403 names, where they are not the required ones. */
	scopesNamedInRefusal?: readonly string[];
	status: 200 | 201 | 202 | 204;
	/** What a success answers, exactly. Absent: no body (202, 204). */
	answer?: z.ZodType;
	refusals?: readonly (404 | 409)[];
	run: (service: IdentityService, input: { path: Path; query: Query; body: Body; caller: Caller }) => Promise<unknown>;
};

/** Declares an operation of the management interface: method, path and scopes come from the contract. */
export function operation<Path, Query, Body = undefined>(
	name: OperationName,
	declaration: Declaration<Path, Query, Body>,
): ManagementOperation {
	const { method, path, scopes } = operations[name];
	return {
		name,
		method,
		path,
		scopes,
		scopesNamedInRefusal: declaration.scopesNamedInRefusal ?? scopes,
		globalClientsOnly: declaration.globalClientsOnly ?? false,
		status: declaration.status,
		answer: declaration.answer ?? null,
		refusals: declaration.refusals ?? [],
		form: declaration.body?.form ?? null,
		schemas: { path: declaration.path, query: declaration.query, body: declaration.body?.schema ?? null },
		async run(service, input) {
			const path = validate("path", declaration.path, input.path);
			const query = validate("query", declaration.query, input.query);
			const body = declaration.body
				? validate("body", declaration.body.schema, await input.body())
				: (undefined as Body);
			return declaration.run(service, { path, query, body, caller: input.caller });
		},
	};
}
