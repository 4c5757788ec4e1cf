import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { Name } from "@/components/ui/name";
import { deleteApplicationAction } from "./application-actions";

/** Deletes the application after a confirmation that names it and states what stops working. */
export function DeleteApplication({ id, name }: { id: string; name: string }) {
	return (
		<ConfirmedAction verb="Delete application" action={deleteApplicationAction} sends={{ applicationId: id }}>
			<p>
				<Name className="font-semibold" text={name} /> (<code>{id}</code>) will be gone for good, and its secret with
				it.
			</p>
			<p>
				Nobody can sign in through it any more, and its refresh tokens stop working. Who is signed in through it can’t
				all be known: the tenant lists refresh tokens by person, not by application.
			</p>
		</ConfirmedAction>
	);
}
