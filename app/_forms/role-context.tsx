"use client";

import { createContext, type ReactNode, useContext } from "react";
import { may, type Permission, type Role } from "@/lib/dashboard/session/permissions";

const RoleContext = createContext<Role | null>(null);

/** Around every page: what stands in many places asks here for the admin's role. */
export function RoleProvider({ role, children }: { role: Role; children: ReactNode }) {
	return <RoleContext value={role}>{children}</RoleContext>;
}

/** Whether the signed-in admin may; false outside of the console's pages. */
export function useMay(permission: Permission): boolean {
	const role = useContext(RoleContext);
	return role !== null && may(role, permission);
}
