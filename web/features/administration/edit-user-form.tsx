import { followingStored } from '../../lib/following-stored.ts'
import { Form } from '../../components/form.tsx'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Controller, useForm } from 'react-hook-form'
import { contract, type RequestOf } from '../../../shared/contract/index.ts'
import { Role, type User } from '../../../shared/accounts/user.schema.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Select } from '../../components/select.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { useUpdateUser } from './users-query.ts'

const roles = Role.options.map((role) => ({ value: role, label: role === 'ADMIN' ? 'Admin' : 'User' }))

export const EditUserForm = ({
  user,
  onDone,
}: {
  readonly user: User
  readonly onDone: (userId: string) => void
}) => {
  const { id, firstName, lastName, email, role } = user
  const form = useForm<RequestOf<'updateUser'>>({
    resolver: standardSchemaResolver(contract.updateUser.request),
    ...followingStored({ id, firstName, lastName, email, role }),
  })
  const update = useUpdateUser(onDone)
  const { errors } = form.formState
  return (
    <Form form={form} onSend={update.mutate}>
      <fieldset disabled={update.isPending} className="grid min-w-0 gap-4 sm:grid-cols-2">
        <Field label="First name" error={errors.firstName?.message} {...form.register('firstName')} />
        <Field label="Last name" error={errors.lastName?.message} {...form.register('lastName')} />
        <Field
          label="Email"
          type="email"
          className="sm:col-span-2"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Controller
          name="role"
          control={form.control}
          render={({ field }) => (
            <Select
              label="Role"
              className="sm:col-span-2"
              value={field.value}
              onChange={field.onChange}
              options={roles}
            />
          )}
        />
        <div className="flex justify-end gap-2 sm:col-span-2">
          <Button kind="quiet" onClick={() => onDone(id)}>
            Cancel
          </Button>
          <SubmitButton className="h-9" busy={update.isPending}>
            Save
          </SubmitButton>
        </div>
      </fieldset>
    </Form>
  )
}
