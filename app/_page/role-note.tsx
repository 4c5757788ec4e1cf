import { type Access, may, type Permission, refusalOf } from "@/lib/dashboard/session/permissions";

type RoleNoteProps = Pick<Access, "role"> & Partial<Access> & { permission: Permission | undefined };

/** Why the admin can't change what the page shows, and who could; nothing where the role may. */
export function RoleNote({ role, towards = role, permission }: RoleNoteProps) {
	if (may(towards, permission)) return null;
	const refusal = refusalOf({ role, towards }, permission);
	return <p className="text-sm">{`You can look, not change: your role is ${role}. ${refusal}`}</p>;
}
