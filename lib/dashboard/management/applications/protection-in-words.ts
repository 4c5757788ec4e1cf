import type { ProtectedError } from "./protection";

/** Why something about an application or a connection can't be changed here: a sentence or two. */
export function protectionInWords(protection: ProtectedError["protection"]): string {
	switch (protection.kind) {
		case "own":
			return "It is one of the two that this console itself works with: a mistake here would lock everybody out.";
		case "global":
			return "It is a global application, which may do more than this console.";
		case "beyond":
			return `It may do what this console may not (${protection.scopes.join(", ")}): whoever changed how it authenticates could act with these rights.`;
		case "unknown":
			return `This console can't see what it may do: the tenant has not granted ${protection.scopes.join(" or ")}.`;
		case "console-connection":
			return "People sign in to this console through it: a mistake here would lock everybody out, and whoever changed it could come in as somebody else.";
		case "no-client-credentials":
			return "It does not have the grant type client credentials: the management interface is for what applications do in their own name, and never for the people who sign in to them.";
		case "own-scopes":
			return `The tenant has not granted this console ${protection.scopes.join(", ")}, so the console can't grant it to others.`;
	}
}
