import "server-only";
import { type OperationName, operations } from "@/lib/contract/operations";
import { TOKEN_SUBJECT } from "../audit/audit-entry";
import { permissionFor } from "../resources/writes";
import { may } from "./permissions";
import { type Session, SessionError } from "./session";

/** The actor of a request with a read token of this console: it reads what every viewer may, and writes nothing. */
export class TokenReader implements Session {
	readonly #isMade = true;
	readonly subject: string;
	readonly name: string;
	readonly email = null;
	readonly role = "viewer";

	/** @param token one that was admitted */
	constructor(token: { id: string; name: string }) {
		this.subject = TOKEN_SUBJECT + token.id;
		this.name = token.name;
	}

	static isOne(actor: unknown): actor is TokenReader {
		return typeof actor === "object" && actor !== null && #isMade in actor;
	}
}

/** @throws SessionError for every operation that writes, and for reads that are not for viewers */
export function requireTokenRead(actor: TokenReader, operation: OperationName): Session {
	const isRead = operations[operation].method === "GET";
	if (isRead && may("viewer", permissionFor(operation))) return actor;
	throw new SessionError("role", "A read token reads what viewers may, and changes nothing.");
}
