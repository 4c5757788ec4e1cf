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

export function isGuideName(name: string): name is GuideName {
	return Object.hasOwn(guides, name);
}
