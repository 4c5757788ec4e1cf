import accessibility from "@/docs/guides/accessibility.md";
import applicationDeveloper from "@/docs/guides/application-developer.md";
import connections from "@/docs/guides/connections.md";
import faults from "@/docs/guides/faults.md";
import logStream from "@/docs/guides/log-stream.md";
import operator from "@/docs/guides/operator.md";
import proposals from "@/docs/guides/proposals.md";
import readTokens from "@/docs/guides/read-tokens.md";
import templates from "@/docs/guides/templates.md";
import templatesAsCode from "@/docs/guides/templates-as-code.md";
import tryIt from "@/docs/guides/try-it.md";
import users from "@/docs/guides/users.md";
import type { GuideName } from "@/lib/guides/guide";

/** Each guide, rendered when the console was built. */
export const guides = {
	operator,
	"application-developer": applicationDeveloper,
	users,
	templates,
	"templates-as-code": templatesAsCode,
	proposals,
	connections,
	"try-it": tryIt,
	"log-stream": logStream,
	"read-tokens": readTokens,
	faults,
	accessibility,
} satisfies Record<GuideName, unknown>;

export function isGuideName(name: string): name is GuideName {
	return Object.hasOwn(guides, name);
}
