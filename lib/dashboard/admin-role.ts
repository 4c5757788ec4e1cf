import "server-only";
import { dashboardConfig } from "./config";
import { type Identity, type Role, roleOf } from "./role";

type RoleOfUser = (userId: string) => Promise<Role | null>;

const key = Symbol.for("identity-console.role-of-embedded-user");
const holder = globalThis as { [key]?: RoleOfUser };

/** The embedded tenant knows its admins itself; its answer is left here when it starts. */
export function provideEmbeddedRoles(answer: RoleOfUser): void {
	holder[key] = answer;
}

/** As what somebody may enter, at this moment: the embedded tenant says so, or for a real one the settings. */
export async function adminRole(identity: Identity): Promise<Role | null> {
	return holder[key] ? holder[key](identity.subject) : roleOf(identity, dashboardConfig());
}
