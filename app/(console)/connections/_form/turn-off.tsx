import { Button } from "@/components/ui/button";
import { ConfirmDialog, DialogTrigger } from "@/components/ui/confirm-dialog";

type TurnOffProps = {
	/** What they are called that may use it. */
	applications: readonly string[];
	/** With scripts; without, the button posts the form. */
	onTurnOff: () => void;
};

/** Takes the connection from every application at once, and saves nothing else. */
export function TurnOff({ applications, onTurnOff }: TurnOffProps) {
	return (
		<div>
			<DialogTrigger dialog="turn-off">Turn off</DialogTrigger>
			<ConfirmDialog
				id="turn-off"
				title="Turn this connection off?"
				action={
					<Button
						variant="danger"
						name="intent"
						value="turn-off"
						onClick={(event) => {
							event.preventDefault();
							event.currentTarget.closest("dialog")?.close();
							onTurnOff();
						}}
					>
						Turn off
					</Button>
				}
			>
				<p>Nobody can sign in through it any more to:</p>
				<ul className="max-h-60 list-disc overflow-auto pl-5 [overflow-wrap:anywhere]">
					{applications.map((name) => (
						<li key={name}>{name}</li>
					))}
				</ul>
				<p>
					Who is signed in stays signed in. The people and all settings stay; ticking an application turns it on again.
				</p>
			</ConfirmDialog>
		</div>
	);
}
