import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import { type OperationName, scopesInWords } from "@/lib/contract/operations";
import { protectionInWords } from "@/lib/dashboard/management/applications/protection";
import { responseNotes } from "@/lib/dashboard/management/call/response-notes";
import { lackedScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { permissionFor } from "@/lib/dashboard/resources/writes";
import { may, type Permission, type Role, whoMay } from "@/lib/dashboard/session/permissions";
import { RoleNote } from "./role-note";
import { ScopeMissing } from "./scope-missing";

/** Warnings about the service's responses for this page, before anything of it is saved. */
export function ResponseNotes() {
	const notes = responseNotes();
	return notes.length > 0 ? (
		<Alert tone="warning" title="Look closely before you save">
			{notes.map((note) => (
				<p key={note}>{note}</p>
			))}
		</Alert>
	) : null;
}

/** Above a form whose page could not be read again after it was submitted. */
export function NotReadAgain({ problem: { title, reason = title, reference } }: { problem: Problem }) {
	return (
		<Alert tone="warning" title="The service could not be read again">
			<p>
				{reason}. The form below holds what you typed, and says what became of it; the rest of the page is missing.
				{reference ? (
					<>
						{" "}
						Reference <code>{reference}</code>
					</>
				) : null}
			</p>
		</Alert>
	);
}

type OperationMissingProps = { operation: OperationName; what: string };

/** The same for an operation that needs scopes which the console does not have. */
export function OperationMissing({ operation, what }: OperationMissingProps) {
	const isLacked = lackedScopes(operation).length > 0;
	return <ScopeMissing scopes={isLacked ? [scopesInWords(operation)] : []} what={what} />;
}

type CannotCreateProps = {
	role: Role;
	/** "an application". */
	one: string;
	/** "applications". */
	many: string;
	/** The operation that creates it. */
	create: Parameters<typeof lackedScopes>[0];
};

/** Why nothing can be created here: the admin's role, or a scope that the tenant has not granted. */
export function CannotCreate({ role, one, many, create }: CannotCreateProps) {
	const permission = permissionFor(create);
	if (may(role, permission)) return <ScopeMissing scopes={lackedScopes(create)} what={`create ${many}`} />;
	return (
		<Alert tone="info" title="You can look, not create">
			<p>{whoMay(permission, `Creating ${one}`)}</p>
		</Alert>
	);
}

type RefusedPageProps = { title: string; permission: Permission; role: Role };

/** In place of a page that the admin's role may not see. */
export function RefusedPage({ title, permission, role }: RefusedPageProps) {
	return (
		<>
			<PageHeader title={title} />
			<Alert tone="info" title="Not allowed">
				<p>{`${whoMay(permission)} Your role is ${role}.`}</p>
			</Alert>
		</>
	);
}

type ReadOnlyNoticeProps = {
	what: "application" | "identity provider";
	role: Role;
	protection: Parameters<typeof protectionInWords>[0] | null;
	/** The operation that saves it. */
	write: Parameters<typeof lackedScopes>[0];
};

/** Why what is shown can't be changed: the admin's role, the resource's protection, or a scope that the tenant has not granted. */
export function ReadOnlyNotice({ what, role, protection, write }: ReadOnlyNoticeProps) {
	const permission = permissionFor(write);
	if (!may(role, permission)) return <RoleNote role={role} permission={permission} />;
	const lacked = lackedScopes(write);
	if (!protection && lacked.length === 0) return null;
	return (
		<Alert tone="info" title={`This ${what} is read-only here`}>
			<p>
				{protection ? protectionInWords(protection) : `The tenant has not granted this console ${lacked.join(" or ")}.`}
			</p>
		</Alert>
	);
}
