import { may, type Permission, type Role, refusalOf } from "@/lib/dashboard/session/permissions";

type RoleNoteProps = {
	role: Role;
	/** Where the page is about a user's sessions and tokens: the role towards that user. */
	towards?: Role;
	permission: Permission | undefined;
};

/** Why the admin can't change what the page shows, and who could; nothing where the role may. */
export function RoleNote({ role, towards = role, permission }: RoleNoteProps) {
	if (may(towards, permission)) return null;
	const refusal = refusalOf({ role, towards }, permission);
	return <p className="text-sm">{`You can look, not change: your role is ${role}. ${refusal}`}</p>;
}
