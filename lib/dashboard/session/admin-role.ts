import "server-only";
import { processWide } from "@/lib/process/process-wide";
import { dashboardConfig } from "../config";
import { type Identity, type Role, roleOf } from "./role";

type RoleOfUser = (userId: string) => Promise<Role | null>;

const roleOfEmbeddedUser = processWide<RoleOfUser | null>("role-of-embedded-user", () => null);

/** The embedded tenant knows its admins itself; its answer is left here when it starts. */
export function provideEmbeddedRoles(answer: RoleOfUser): void {
	roleOfEmbeddedUser.set(answer);
}

/** As what somebody may enter, at this moment: the embedded tenant says so, or for a real one the settings. */
export async function adminRole(identity: Identity): Promise<Role | null> {
	const embedded = roleOfEmbeddedUser.get();
	return embedded ? embedded(identity.subject) : roleOf(identity, dashboardConfig());
}
