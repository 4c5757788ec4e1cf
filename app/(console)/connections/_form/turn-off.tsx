import { useEditing } from "@/app/_editor/editor-context";
import { busyButton } from "@/app/_page/problem-alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, DialogTrigger } from "@/components/ui/confirm-dialog";
import { connectionEditor } from "../_edit/connection-editor";
import { nameOf } from "../_edit/option-kinds";

/** Removes the connection from every application at once, and saves nothing else. */
export function TurnOff() {
	const { edit, known, isPending, wait, change, save } = useEditing(connectionEditor);
	const { baseline } = edit;
	if (!baseline || baseline.clients.length === 0) return null;
	const off = connectionEditor.valuesOf({ ...baseline, clients: [] });
	return (
		<div>
			<DialogTrigger dialog="turn-off">Turn off</DialogTrigger>
			<ConfirmDialog
				id="turn-off"
				title="Turn this identity provider off?"
				action={
					<Button
						variant="danger"
						name="intent"
						value="turn-off"
						{...busyButton({ isPending, wait })}
						onClick={(event) => {
							event.preventDefault();
							if (isPending || wait > 0) return;
							event.currentTarget.closest("dialog")?.close();
							// Other edits stay in the form.
							change("clients", []);
							save(off);
						}}
					>
						Turn off
					</Button>
				}
			>
				<p>Nobody can sign in through it any more to:</p>
				<ul className="max-h-60 list-disc overflow-auto pl-5">
					{baseline.clients.map((client) => (
						<li key={client}>{nameOf(client, known)}</li>
					))}
				</ul>
				<p>
					Who is signed in stays signed in. The people and all settings stay; ticking an application turns it on again.
				</p>
			</ConfirmDialog>
		</div>
	);
}
