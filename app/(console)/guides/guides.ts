import accessibility from "@/docs/accessibility.md";
import applicationDeveloper from "@/docs/application-developer.md";
import connections from "@/docs/connections.md";
import faults from "@/docs/faults.md";
import logStream from "@/docs/log-stream.md";
import operator from "@/docs/operator.md";
import templates from "@/docs/templates.md";
import templatesAsCode from "@/docs/templates-as-code.md";
import tryIt from "@/docs/try-it.md";
import users from "@/docs/users.md";
import type { GuideName } from "@/lib/guides/guide";

/** Each guide, rendered when the console was built. */
export const guides = {
	operator,
	"application-developer": applicationDeveloper,
	users,
	templates,
	"templates-as-code": templatesAsCode,
	connections,
	"try-it": tryIt,
	"log-stream": logStream,
	faults,
	accessibility,
} satisfies Record<GuideName, unknown>;

/** What each is for. */
export const summaries: Record<GuideName, string> = {
	operator: "Run the console: settings, a real tenant, several machines, secrets, backups, logs, upgrades.",
	"application-developer": "Build on the service: tokens, templates, refresh tokens, sign-in, SAML, errors and limits.",
	users: "Find a person, end sessions, revoke tokens, block, and keep notes as metadata.",
	templates: "State why a template asks, see what it asked before, restore it, and make a deleted one again.",
	"templates-as-code": "Keep templates in a repository: export, plan and apply from a terminal or a pipeline.",
	connections: "Let people sign in with an account that they have elsewhere, and sign them out there.",
	"try-it": "Simulate a verification, check a response, ask a wallet, and read the result.",
	"log-stream": "Send changes to other systems: webhooks, how to verify them, retries, and the feed.",
	faults: "What you see, and what is kept, when the service, a page or the machine fails.",
	accessibility: "What is tested, how the console is built for keyboards and screen readers, and known gaps.",
};

export function isGuideName(name: string): name is GuideName {
	return Object.hasOwn(guides, name);
}
